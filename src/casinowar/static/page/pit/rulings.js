/** Rulings from the pit: on a round, on one of its wagers, or on an earlier game. */

import { command } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { money } from "../lib/money.js";
import { WAGERS } from "../lib/terms.js";
import { askWhy } from "./reasondialog.js";

/**
 * @import { PitOverview, PitTable, Rule, RuleWager } from "../lib/api.d.ts"
 */

/** @type {Record<string, string>} */
const RULINGS = {
  "void": "Void: all wagers go back",
  "stands": "It stands",
  "return": "Return it",
  "take": "Take it",
};

/**
 * @param {PitTable} row
 * @param {PitOverview["names"]} names
 * @param {() => void} done
 */
export function askRuling(row, names, done) {
  // the table goes on while the reason is typed: the ruling stays one on this round
  const { rules_on: round, rule_wagers: wagers } = row, lies = row.round === round;
  const ruling = /** @type {HTMLSelectElement} */ (h("select", {}));
  const about = /** @type {HTMLSelectElement} */ (h(
    "select",
    { onchange: () => offer() },
    h("option", { value: "" }, "The whole round"),
    wagers.map(({ player, seat, wager, stake }, index) =>
      h(
        "option",
        { value: String(index) },
        `Seat ${seat}, ${names[player]?.name ?? player}: ${WAGERS[wager]} ${money(stake)}`,
      )
    ),
  ));
  const offer = () => {
    const chosen = about.value ? wagers[Number(about.value)] : null;
    const words = chosen ? chosen.rulings.filter((each) => each !== "pay as") : row.rulings;
    ruling.replaceChildren(
      ...words.map((each) => h("option", { value: each }, RULINGS[each])),
      ...(chosen?.pays_as ?? []).map((outcome) =>
        h("option", { value: `pay as ${outcome}` }, `Pay it as ${outcome.replace("_", " ")}`)
      ),
    );
  };
  offer();
  askWhy({
    title: "Rule on a round",
    says: `This is the last word on round ${round}${
      lies && !row.playing ? ", and can be given until the next is bet on" : ""
    }.`,
    act: "Rule",
    fields: [
      wagers.length > 0 && h("label", {}, "About", about),
      h("label", {}, "Ruling", ruling),
      lies && h(
        "p",
        { class: "wide" },
        h("a", { href: `/rounds/${row.id}/${round}`, target: "_blank" }, `Replay round ${round}`),
      ),
    ],
    send: (reason) => {
      const sent = about.value
        ? command(row.id, "rule-wager", onWager(wagers[Number(about.value)], ruling, reason, round))
        : command(row.id, "rule", {
          ruling: /** @type {Rule["ruling"]} */ (ruling.value),
          reason,
          round,
        });
      return sent.then(done);
    },
  });
}

/**
 * @param {PitTable["rule_wagers"][number]} wager
 * @param {HTMLSelectElement} ruling
 * @param {string} reason
 * @param {number | null} round
 * @returns {RuleWager}
 */
function onWager({ player, seat, wager }, { value }, reason, round) {
  const paid = value.startsWith("pay as ");
  return {
    player,
    seat,
    wager,
    ruling: /** @type {RuleWager["ruling"]} */ (paid ? "pay as" : value),
    outcome: /** @type {RuleWager["outcome"]} */ (paid ? value.slice("pay as ".length) : ""),
    reason,
    round,
  };
}

/**
 * @param {PitTable} row
 * @param {() => void} done
 */
export function askVoid(row, done) {
  const number = /** @type {HTMLInputElement} */ (h("input", {
    type: "number",
    min: "1",
    max: String(row.round),
    required: true,
    value: String(row.round),
  }));
  askWhy({
    title: "Void an earlier game",
    says:
      "Every wager of the game goes back, settled ones too. What a player has spent since, the " +
      "house bears. This is the last word on it.",
    act: "Void this game",
    fields: [h("label", {}, "Round", number)],
    send: (reason) =>
      command(row.id, "rule", { ruling: "void", reason, round: Number(number.value) }).then(done),
  });
}
