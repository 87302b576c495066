/** The last word on a round at the console, for whoever may say it there. */

import { openDialog } from "../lib/dialogs.js";
import { h } from "../lib/dom.js";
import { money } from "../lib/money.js";
import { WAGERS } from "../lib/terms.js";
import { answers } from "./keys/suggestions.js";
import { nameOf } from "./phrases.js";

/**
 * @import { DealerView } from "../lib/api.d.ts"
 * @typedef {{typed: string, title: string}} Choice what is typed for a ruling, and its key
 */

const RULINGS = /** @type {Record<string, string>} */ ({
  void: "Void: all wagers go back",
  stands: "It stands",
  return: "Return it",
  take: "Take it",
});

const REASONS = ["a card dealt wrongly", "a card shown", "a wrong pay", "a dispute"];
/** Those that are given most. */

/**
 * @param {DealerView} desk
 * @returns {Choice[]}
 */
function onRound({ rulings }) {
  return rulings.map((typed) => ({ typed, title: RULINGS[typed] }));
}

/**
 * @param {DealerView} desk
 * @param {DealerView["rule_wagers"][number]} wager
 * @returns {Choice[]}
 */
function onWager(desk, { player, seat, wager, rulings, pays_as }) {
  const behind = desk.seats[seat - 1].player === player ? "" : ` ${nameOf(desk, player)}`;
  const words = `${seat}${behind} ${wager}`;
  return [
    ...pays_as.map((outcome) => ({
      typed: `${words} pay ${outcome}`,
      title: `Pay it as ${outcome.replace("_", " ")}`,
    })),
    ...rulings.filter((each) => each !== "pay as").map((each) => ({
      typed: `${words} ${each}`,
      title: RULINGS[each],
    })),
  ];
}

/**
 * @param {import("./keys/actionkeys.js").Bench} bench
 */
export function askRuling({ desk, say }) {
  const why = /** @type {HTMLInputElement} */ (h("input", {
    maxLength: 200,
    required: true,
    autocomplete: "off",
  }));
  const late = h("p", { class: "console-late", role: "alert" });
  const keys = h("div", { class: "console-sit" });
  const about = /** @type {HTMLSelectElement} */ (h(
    "select",
    {},
    h("option", { value: "" }, "The whole round"),
    desk.rule_wagers.map((each, index) =>
      h(
        "option",
        { value: String(index) },
        `Seat ${each.seat}, ${nameOf(desk, each.player)}: ${WAGERS[each.wager]} ${
          money(each.stake)
        }`,
      )
    ),
  ));
  const dialog = openDialog(`Rule on round ${desk.rules_on}`, (close) => {
    const rule = (/** @type {string} */ ruling) => {
      if (!why.reportValidity()) return;
      close();
      say(`rule ${ruling} ${why.value.trim()}`, desk.turn);
    };
    const offer = () => {
      const chosen = about.value
        ? onWager(desk, desk.rule_wagers[Number(about.value)])
        : onRound(desk);
      keys.replaceChildren(
        ...chosen.map(({ typed, title }) =>
          h("button", { class: "huge", type: "button", onclick: () => rule(typed) }, title)
        ),
      );
    };
    about.onchange = offer;
    offer();
    return [
      h(
        "form",
        // Enter says no ruling: each has its key
        { class: "console-sit", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        late,
        desk.rule_wagers.length > 0 && h("label", {}, "About", about),
        h("label", {}, "Reason", why),
        answers(why, REASONS),
        keys,
        h("button", { class: "huge", type: "button", onclick: close }, "Back"),
      ),
    ];
  });
  dialog.dataset.turn = desk.turn;
}

/**
 * Say in a ruling that waits for its reason that the table has moved on: it is not taken then.
 *
 * @param {import("../lib/api.d.ts").DealerView} desk
 */
export function outdate({ turn }) {
  const late = document.querySelector(`dialog[data-turn]:not([data-turn="${turn}"]) .console-late`);
  if (late) late.textContent = "The table has moved on: go back";
}
