/** Keys: one letter each, for those who play without a mouse. */

/** @type {[string, string][]} */
export const HELP = [
  ["B", "go to the bet"],
  ["1 – 5", "lay a chip"],
  ["T", "change between bet and tie wager"],
  ["D", "deal, or be ready"],
  ["W", "go to war"],
  ["S", "surrender"],
  ["R", "bet as before"],
  ["U", "undo"],
  ["?", "this help"],
];

/**
 * Have keys do things until the signal says no more.
 *
 * @param {(key: string) => boolean} press whether the key did something
 * @param {AbortSignal} signal
 */
export function listen(press, signal) {
  const heard = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const typing = target.matches("input:not([type=checkbox]), select, textarea");
    const elsewhere = document.querySelector("dialog[open]") !== null;
    if (typing || elsewhere || event.ctrlKey || event.metaKey || event.altKey || event.repeat) {
      return;
    }
    if (press(event.key.toLowerCase())) event.preventDefault();
  };
  document.addEventListener("keydown", heard, { signal });
}
