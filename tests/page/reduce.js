/** Reads a log of a house, reduces it, and fails where its view and the page's differ. */

import assert from "node:assert/strict";
import { reduce, viewOf, withState } from "../../src/casinowar/static/page/table/reducer.js";

const log = JSON.parse(await new Response(Deno.stdin.readable).text());
let view = viewOf(log.first);
for (const { entry, view: told } of log.steps) {
  view = reduce(view, entry);
  if (told) assert.deepEqual(withState(view, told), viewOf(told), `after entry ${entry.seq}`);
}
assert.deepEqual(withState(view, log.state), viewOf(log.last));
console.log(log.steps.length);
