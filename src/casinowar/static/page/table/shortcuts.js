/** Keys: one letter each, for those who play without a mouse. */

/** What each key does; it comes when it is first asked for. */
export function showHelp() {
  import("../lib/dialogs.js").then(({ helpDialog }) => helpDialog(), () => {}); // the bar says: offline
}

/**
 * Have keys do things until the signal says no more.
 *
 * @param {(key: string) => boolean} press whether the key did something
 * @param {AbortSignal} signal
 */
export function listen(press, signal) {
  const heard = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    // a field that gives the focus away at a key has done with it
    const typing = target === document.activeElement &&
      target.matches("input:not([type=checkbox]), select, textarea");
    const elsewhere = document.querySelector("dialog[open]") !== null;
    if (typing || elsewhere || event.ctrlKey || event.metaKey || event.altKey || event.repeat) {
      return;
    }
    if (press(event.key.toLowerCase())) event.preventDefault();
  };
  document.addEventListener("keydown", heard, { signal });
}

/**
 * Do what a key stands for at a table; whether that was anything.
 *
 * @param {string} key
 * @param {object} at
 * @param {import("./bets/cw-chips.js").Tray} at.tray
 * @param {import("./bets/cw-controls.js").Controls} at.controls
 * @param {() => boolean} at.other change between the wagers
 */
export function press(key, { tray, controls, other }) {
  const chip = "12345".indexOf(key);
  if (chip >= 0) return tray.press(chip);
  switch (key) {
    case "b":
      return tray.enter();
    case "t":
      return other();
    case "d":
      return controls.press("deal");
    case "w":
      return controls.press("war");
    case "s":
      return controls.press("surrender");
    case "r":
      return tray.rebet();
    case "u":
      return tray.undo();
    case "?":
      showHelp();
      return true;
    default:
      return false;
  }
}
