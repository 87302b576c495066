/** Logs of the house give the page the view that the house has. */

import assert from "node:assert/strict";
import { reduce, viewOf, withState } from "../../src/casinowar/static/page/table/reducer.js";

/** @param {string} name */
const golden = (name) =>
  JSON.parse(Deno.readTextFileSync(new URL(`../golden/views/${name}.json`, import.meta.url)));

for (const name of ["washington", "south-dakota", "fun-casino", "online", "california"]) {
  Deno.test(`the view at the end of a log: ${name}`, () => {
    const log = golden(name);
    const before = JSON.stringify(log.first);
    /** @type {import("../../src/casinowar/static/page/table/reducer.js").View} */
    let view = viewOf(log.first);
    for (const { entry } of log.steps) view = reduce(view, entry);
    assert.deepEqual(withState(view, log.state), viewOf(log.last));
    assert.equal(JSON.stringify(log.first), before, "nothing that was given is changed");
  });
}

Deno.test("an entry that is not the next one is not taken", () => {
  const { first, steps } = golden("washington");
  assert.throws(() => reduce(viewOf(first), steps[1].entry), /is not number/);
});
