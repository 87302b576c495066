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
