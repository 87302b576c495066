/** What may be done, asked for while the table goes on: only what is about this table now is given. */

import assert from "node:assert/strict";
import { Offering } from "../../src/casinowar/static/page/table/offers.js";

const BETS = { type: "bets_needed", says: "bets" };
const BANKER = { type: "banker_needed", says: "a banker" };

/**
 * Ask once, of a house that answers with this need.
 *
 * @param {any[]} views of the page: when it asks, and when the answer is there
 * @param {object} need
 */
async function given(views, need) {
  /** @type {any[]} */
  const found = [];
  const take = (/** @type {any[]} */ offers) => Promise.resolve(void found.push(...offers));
  const [view, later] = views, page = { view };
  const { fetch } = globalThis;
  globalThis.fetch = () => {
    page.view = later;
    const answer = { offers: [{ command: "take-bank" }], withheld: [], need };
    return Promise.resolve(Response.json(answer));
  };
  const offering = new Offering("t1", () => page.view, take, (error) => assert.fail(String(error)));
  try {
    await offering.ask();
  } finally {
    globalThis.fetch = fetch;
  }
  return found.map(({ command }) => command);
}

Deno.test("offers about the table as the page has it are given", async () => {
  const view = { seq: 5, need: BANKER };
  assert.deepEqual(await given([view, view], { ...BANKER }), ["take-bank"]);
});

Deno.test("offers are not given if the table has gone on since they were asked for", async () => {
  const views = [{ seq: 5, need: BANKER }, { seq: 6, need: BANKER }];
  assert.deepEqual(await given(views, BANKER), []);
});

Deno.test("offers that are ahead of the stream are not given", async () => {
  const view = { seq: 5, need: BETS };
  assert.deepEqual(await given([view, view], BANKER), []);
});

Deno.test("the answer to a command says what comes next: the house is not asked", async () => {
  const state = { since: 1, due: null, ready: [], away: [], paused: "" };
  const page = { view: { seq: 7, need: BETS, ...state } };
  /** @type {string[]} */
  const found = [];
  const { fetch } = globalThis;
  let asked = 0;
  globalThis.fetch = () => {
    asked += 1;
    return Promise.resolve(Response.json({ offers: [], withheld: [], need: BETS }));
  };
  const take = (/** @type {any[]} */ offers) =>
    Promise.resolve(void found.push(...offers.map(({ command }) => command)));
  const offering = new Offering("t1", () => page.view, take, (error) => assert.fail(String(error)));
  try {
    const offers = /** @type {any[]} */ ([{ command: "bet" }]);
    offering.know({ seq: 7, state, offers, withheld: [] });
    await offering.ask();
    assert.deepEqual([found, asked], [["bet"], 0]);
    page.view = { ...page.view, ready: /** @type {any} */ (["ann"]) };
    await offering.ask();
    assert.equal(asked, 1, "the table has moved on");
    offering.know({ seq: 7, state: page.view, offers, withheld: [] });
    await offering.ask(true);
    assert.equal(asked, 2, "more than the table may have changed");
  } finally {
    globalThis.fetch = fetch;
  }
});
