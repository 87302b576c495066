/** A bet behind a seat: someone who has none bets on its hand, where the rules let people do so. */

import { openDialog } from "../lib/dialogs.js";
import { fill, h } from "../lib/dom.js";
import { money } from "../lib/money.js";
import { answers } from "./keys/suggestions.js";
import { pad } from "./keys/chippad.js";
import { behindWords, nameOf, newName, speaksFor, unseated } from "./phrases.js";

/**
 * Ask who bets how much behind a seat, or have a bet that lies there taken back.
 *
 * @param {import("./keys/actionkeys.js").Bench} bench
 * @param {number} seat
 */
export function askBehind({ desk, sign, say }, seat) {
  const { player, bets } = desk.seats[seat - 1], made = { primary: 0, tie: 0 };
  const name = /** @type {HTMLInputElement} */ (h("input", {
    value: newName(desk),
    maxLength: 32,
    required: true,
    autocomplete: "off",
  }));
  const pads = h("div", { class: "pads" });
  const bet = /** @type {HTMLButtonElement} */ (h("button", { class: "main huge" }));
  const draw = () => {
    const { primary, tie } = made;
    const change = (/** @type {"primary" | "tie"} */ wager) => (/** @type {number} */ amount) => {
      made[wager] = amount;
      draw();
    };
    fill(
      pads,
      pad("Bet", primary, sign.limits.primary, change("primary")),
      sign.limits.tie && pad("Tie", tie, sign.limits.tie, change("tie")),
    );
    bet.disabled = !primary && !tie;
    bet.textContent = `Bet ${money(primary)}${tie ? ` + ${money(tie)}` : ""}`;
  };
  draw();
  openDialog(`Behind seat ${seat}, ${nameOf(desk, player)}`, (close) => {
    const does = (/** @type {string} */ words) => {
      close();
      say(words, desk.turn);
    };
    const lying = bets.filter((each) => each.player !== player && speaksFor(desk, each.player));
    return [
      h(
        "form",
        {
          class: "console-sit",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            does(behindWords(seat, name.value, made));
          },
        },
        lying.map((each) => {
          const who = nameOf(desk, each.player);
          const takes = () => does(behindWords(seat, who, { primary: 0, tie: 0 }));
          const amount = `${money(each.primary)}${each.tie ? ` + tie ${money(each.tie)}` : ""}`;
          return h("button", { type: "button", onclick: takes }, `Take back ${who} ${amount}`);
        }),
        h("label", {}, "Name", name),
        answers(name, unseated(desk)),
        pads,
        bet,
        h("button", { class: "huge", type: "button", onclick: close }, "Nobody"),
      ),
    ];
  });
}
