/** An entry is seen in steps, the cards before what they decide; chips lie where they belong. */

import assert from "node:assert/strict";
import { reduce, viewOf } from "../../src/casinowar/static/page/table/reducer.js";
import { stepsOf } from "../../src/casinowar/static/page/table/steps.js";
import { chipsOn, netOf } from "../../src/casinowar/static/page/table/bets/wagers.js";

const NAMES = ["washington", "south-dakota", "fun-casino", "online", "california"];

/** @param {string} name */
const golden = (name) =>
  JSON.parse(Deno.readTextFileSync(new URL(`../golden/views/${name}.json`, import.meta.url)));

for (const name of NAMES) {
  Deno.test(`the last card is seen before what it decides: ${name}`, () => {
    const log = golden(name);
    let before = viewOf(log.first), divided = 0;
    for (const { entry } of log.steps) {
      const after = reduce(before, entry);
      const steps = stepsOf(before, after, entry);
      assert.equal(steps.at(-1)?.view, after);
      assert.deepEqual(steps.flatMap(({ events }) => events), entry.events ?? []);
      if (steps.length > 1) {
        divided += 1;
        const [{ view, events }] = steps;
        assert.ok(view.round?.playing, "nobody has won yet");
        const known = before.round?.number === view.round.number ? before.round.results : [];
        assert.deepEqual(view.round.results, known);
        assert.deepEqual(view.round.cards, after.round?.cards);
        assert.ok(events.every(({ type }) => type !== "wager_settled"));
      }
      before = after;
    }
    assert.ok(divided, "a card of the log has decided something");
  });

  Deno.test(`what is paid and taken is what the house has settled: ${name}`, () => {
    const log = golden(name);
    let view = viewOf(log.first), decided = 0;
    for (const { entry } of log.steps) {
      view = reduce(view, entry);
      const { round } = view;
      for (const { player, seat } of round?.bets ?? []) {
        if (!round) continue;
        const own = round.results.filter((one) => one.player === player && one.seat === seat);
        const net = own.reduce((sum, result) => sum + netOf(result), 0);
        const spots = [
          chipsOn(round, player, seat, "primary"),
          chipsOn(round, player, seat, "tie"),
        ];
        const moved = spots.map(({ wagered, lies, paid }) => lies + paid - wagered);
        assert.equal(moved[0] + moved[1], net);
        decided += own.length;
      }
    }
    assert.ok(decided, "the log has results");
  });
}
