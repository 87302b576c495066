/** What the dealer's console says, and what it shows in a few words. */

import assert from "node:assert/strict";
import { Titles } from "../../src/casinowar/static/page/console/keys/keytitles.js";
import {
  betWords,
  handWords,
  headline,
  newName,
  reminder,
  shownAsks,
  speaksFor,
  spoken,
  takesCard,
  unseated,
  whyNot,
} from "../../src/casinowar/static/page/console/phrases.js";

/**
 * @param {any} need
 * @param {object} [more]
 * @returns {any}
 */
function desk(need, more = {}) {
  return {
    need,
    says: "three cards to burn",
    closed: false,
    paused: "",
    aside: 0,
    seats: [
      { seat: 1, player: "walk-a", leaving: false, bets: [] },
      { seat: 2, player: "p2", leaving: false, bets: [] },
    ],
    names: {
      "walk-a": { name: "ann", walk_in: true },
      p2: { name: "bob", walk_in: false },
      "walk-d": { name: "dan", walk_in: true },
    },
    ...more,
  };
}

Deno.test("amounts are said as they are typed", () => {
  assert.equal(spoken(2000), "20");
  assert.equal(spoken(1250), "12.50");
  assert.equal(betWords(3, { primary: 2000, tie: 500 }), "3=20/5");
  assert.equal(betWords(3, { primary: 2000, tie: 0 }), "3=20");
  assert.equal(betWords(3, { primary: 0, tie: 550 }), "3=/5.50");
});

Deno.test("what is taken off a bet is said too", () => {
  const placed = { primary: 2000, tie: 500 };
  assert.equal(betWords(3, { primary: 0, tie: 0 }, placed), "withdraw 3");
  assert.equal(betWords(3, { primary: 2500, tie: 0 }, placed), "withdraw 3 tie; 3=25");
  assert.equal(betWords(3, { primary: 0, tie: 500 }, placed), "3=/5; withdraw 3 primary");
});

Deno.test("a hand behind a seat is named", () => {
  const asked = desk({ type: "choice_needed", hands: [] });
  assert.equal(handWords(asked, { player: "walk-a", seat: 1 }), "1");
  assert.equal(handWords(asked, { player: "walk-d", seat: 1 }), "1 dan");
  assert.ok(speaksFor(asked, "walk-d"));
  assert.ok(!speaksFor(asked, "p2"));
});

Deno.test("who stands behind a seat has a name", () => {
  const here = desk({ type: "bets_needed" });
  assert.deepEqual(unseated(here), ["dan"]);
  assert.equal(newName(here), "behind1");
  here.names["walk-e"] = { name: "behind1", walk_in: true };
  assert.equal(newName(here), "behind2");
});

Deno.test("what comes next is said in a few words", () => {
  const card = (/** @type {object} */ more) => headline(desk({ type: "card_needed", ...more }));
  assert.equal(card({ deal: "original", to: "player", seat: 2 }), "Card: seat 2, bob");
  assert.equal(card({ deal: "original", to: "dealer", seat: 0 }), "Card: dealer");
  assert.equal(card({ deal: "war", to: "dealer", seat: 1 }), "War card: dealer, for seat 1");
  const hands = [{ player: "walk-a", seat: 1 }, { player: "p2", seat: 2 }];
  assert.equal(headline(desk({ type: "choice_needed", hands })), "War? ann and bob");
  assert.equal(headline(desk({ type: "bets_needed" }, { paused: "a break" })), "Paused");
  assert.equal(headline(desk({ type: "cut_needed", player: "" })), "The dealer cuts");
  assert.equal(headline(desk({ type: "cut_needed", player: "walk-a" })), "ann cuts");
});

Deno.test("what was not taken is told by what stood on its key", () => {
  const titles = new Titles();
  const show = (/** @type {any[]} */ ...keys) =>
    titles.read({ querySelectorAll: () => /** @type {any} */ (keys) });
  show(
    { dataset: { key: "p", words: "p" }, textContent: "Paid" },
    { dataset: { key: "ask fix" }, textContent: "Fix the 8" },
    { dataset: { key: "ask x" }, textContent: "Card too many" },
  );
  show({ dataset: { key: "b", words: "b" }, textContent: "Burned 3" });
  const told = ["p", "b", "fix 9h", "x", "", "5", "b 9 k"].map((words) => titles.of(words));
  assert.deepEqual(told, [
    ...["Paid", "Burned 3", "Fix the 8: 9h", "Card too many", "Enter", "5", "b 9 k"],
  ]);
});

Deno.test("a card that was shown is the one set aside, where there is one", () => {
  const asks = (/** @type {number} */ aside) => shownAsks(desk({ type: "card_needed" }, { aside }));
  assert.equal(asks(0), "Which card was shown?");
  assert.equal(asks(1), "Was the card set aside shown? Which is it?");
  assert.equal(asks(2), "Was the first card set aside shown? Which is it?");
});

Deno.test("cards set aside come first", () => {
  const burn = desk({ type: "burn_needed", count: 3 }, { aside: 2 });
  assert.equal(reminder(burn), "Take the 2 cards set aside first. Three cards to burn.");
  assert.equal(reminder(desk({ type: "card_needed" }, { aside: 1 })), "Take the card set aside.");
  assert.equal(reminder(desk({ type: "card_needed" })), "");
  const gone = desk({ type: "card_needed" }, { stands_in: true, dealer: "p2" });
  assert.equal(reminder(gone), "bob may deal no longer: this round is yours to end.");
});

Deno.test("the first card closes the bets, if there are any", () => {
  const open = desk({ type: "bets_needed" });
  assert.ok(!takesCard(open));
  open.seats[0].bets.push({ player: "walk-a", primary: 500, tie: 0 });
  assert.ok(takesCard(open));
  assert.ok(takesCard(desk({ type: "card_needed" })));
  assert.ok(!takesCard(desk({ type: "payment_needed" })));
});

Deno.test("a reason that is the same at several seats is said once", () => {
  const paused = "this table is paused: a break";
  const texts = [1, 2, 4].map((seat) => `seat ${seat}, ann: ${paused}`);
  assert.equal(whyNot(texts), `seats 1, 2 and 4: ${paused}`);
  assert.equal(whyNot(texts.slice(1, 2)), texts[1]);
  assert.equal(whyNot([texts[0], "seat 2, bob: none"]), `${texts[0]}. seat 2, bob: none`);
  assert.equal(whyNot(["no card is due"]), "no card is due");
});
