/** The switches of the bar: sound, speed of the cards, light or dark. */

import { fill, h } from "../dom.js";
import { settings } from "../settings.js";

/** @type {["looks" | "speed", string, string[]][]} */
const CHOICES = [
  ["speed", "Animation", ["none", "fast", "normal", "slow"]],
  ["looks", "Looks", ["auto", "light", "dark"]],
];

/** @param {HTMLElement} place */
export function showSwitches(place) {
  const sound = /** @type {HTMLInputElement} */ (h("input", {
    type: "checkbox",
    checked: settings.all.sound,
    onchange: () => settings.set({ sound: sound.checked }),
  }));
  const choices = CHOICES.map(([name, title, values]) => {
    const select = /** @type {HTMLSelectElement} */ (h(
      "select",
      { onchange: () => settings.set({ [name]: select.value }) },
      values.map((value) => h("option", { value }, value)),
    ));
    select.value = settings.all[name];
    return h("label", {}, title, " ", select);
  });
  const summary = h("summary", { "aria-label": "Settings" }, h("span", {}, "Settings"));
  const menu = /** @type {HTMLDetailsElement} */ (h(
    "details",
    { class: "menu" },
    summary,
    h("div", { class: "menu-body" }, h("label", {}, "Sound ", sound), choices),
  ));
  fill(place, menu);
  closeElsewhere(menu, summary);
}

/**
 * Have a menu closed by Escape, and by a click on anything else.
 *
 * @param {HTMLDetailsElement} menu
 * @param {HTMLElement} summary
 */
function closeElsewhere(menu, summary) {
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    // what has the focus goes with the menu
    if (menu.contains(document.activeElement)) summary.focus();
    menu.open = false;
  });
}
