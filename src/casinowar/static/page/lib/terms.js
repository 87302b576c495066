/** The words that players have for wagers: rule documents call the bet the primary wager. */

/** @type {Record<string, string>} */
export const WAGERS = {
  primary: "bet",
  tie: "tie wager",
  war: "war wager",
  war_tie: "war tie wager",
};

/**
 * What the house says, in the words of the page.
 *
 * @param {string} sentence
 */
export function worded(sentence) {
  return sentence.replace(/\bprimary( wager)?\b/g, "bet");
}

/** @type {Record<string, string>} */
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/**
 * What happened as a sentence, with cards and wagers as people call them.
 *
 * @param {string} says
 */
export function sentence(says) {
  const cards = worded(says).replace(
    /\b(10|[2-9AKQJ])([shdc])\b/g,
    (_, rank, suit) => rank + SIGNS[suit],
  );
  return `${cards[0].toUpperCase()}${cards.slice(1)}.`;
}
