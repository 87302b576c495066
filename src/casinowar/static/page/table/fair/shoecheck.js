/**
 * A shoe that is over is checked: its file by itself, and against what this page was shown of the
 * shoe and what its visitor drew for it. A good file of another shoe is not this one's.
 */

import { verifyShoe } from "../../../verify/verify.js";
import { getBytes, persist, Problem } from "../../lib/api.js";
import { reason } from "../../lib/loading.js";
import { textOf } from "../../lib/filetext.js";
import { numberOf } from "./witness.js";

/**
 * @import { Facts } from "../../../verify/claims.js"
 * @import { Verdict } from "../../../verify/verify.js"
 * @import { Kept } from "./secrets.js"
 * @import { Witness } from "./witness.js"
 *
 * @typedef {object} Checked
 * @property {"verified" | "wrong" | "not checked"} found
 * @property {string} why
 * @property {string[]} checked
 * @property {string[]} unchecked
 * @property {ArrayBuffer | null} file
 * @property {Witness} seen
 * @property {Kept[]} own
 */

/**
 * @param {string} table
 * @param {Witness} seen
 * @param {Kept[]} own what the visitor drew for the shoe
 * @param {string} me
 * @returns {Promise<Checked>}
 */
export async function checkShoe(table, seen, own, me) {
  const path = `/api/tables/${table}/shoes/${numberOf(seen.shoe)}`;
  try {
    const file = await persist(() => getBytes(path));
    const text = textOf(file);
    const told = text === null
      ? { found: /** @type {const} */ ("wrong"), why: "its file is not UTF-8", ...NOTHING }
      : compared(verifyShoe(text), seen, own, me);
    return { ...told, file, seen, own };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { found: "not checked", why: reason(error), ...NOTHING, file: null, seen, own };
  }
}

const NOTHING = {
  checked: /** @type {string[]} */ ([]),
  unchecked: /** @type {string[]} */ ([]),
};

/**
 * Hold what a file says against what was seen.
 *
 * @param {Verdict} verdict
 * @param {Witness} seen
 * @param {Kept[]} own
 * @param {string} me
 * @returns {Pick<Checked, "found" | "why" | "checked" | "unchecked">}
 */
export function compared(verdict, seen, own, me) {
  const { facts } = verdict;
  const wrong = alien(verdict, seen.shoe);
  if (wrong || !facts) return { found: "wrong", why: wrong, ...NOTHING };
  const differs = [...partsDiffer(facts, seen, own, me), ...cardsDiffer(facts, seen)];
  if (differs.length) return { found: "wrong", why: differs.join("; "), ...NOTHING };
  const mine = facts.parts.filter(({ player }) => player === me);
  const shown = mine.filter(({ seed }) => seed && own.length);
  return {
    found: "verified",
    why: "",
    checked: [
      "the house's commitment is the one that this page was shown",
      ...shown.map(({ seat }) => `the seed and the cut of your seat ${seat} are what you drew`),
      `the cards are those that this page saw: ${seen.cards.length}`,
      ...verdict.checked,
    ],
    unchecked: [...unseen(facts, seen, mine, own), ...verdict.unchecked],
  };
}

/**
 * Why a file cannot be that of a shoe that is over; "" if it can.
 *
 * @param {Verdict} verdict
 * @param {string} shoe
 */
function alien(verdict, shoe) {
  const { why, entry } = verdict;
  if (why) return entry === null ? why : `entry ${entry}: ${why}`;
  if (verdict.shoe !== shoe) {
    return `the file that the house gave is of shoe ${verdict.shoe}, not of ${shoe}`;
  }
  if (verdict.verdict === "open") return "the shoe is over, but its file does not say so";
  return verdict.verdict === "by hand" ? "its file is of a shoe shuffled by hand" : "";
}

/**
 * @param {Facts} facts
 * @param {Witness} seen
 * @param {Kept[]} own
 * @param {string} me
 */
function partsDiffer({ commitment, parts }, seen, own, me) {
  const other = seen.commitments.find((shown) => shown !== commitment);
  const told = Object.entries(seen.reveals).filter(([seat, shown]) =>
    !parts.some((part) => part.seat === Number(seat) && `${part.seed} ${part.cut}` === shown)
  );
  const mine = parts.filter(({ player }) => player === me);
  const strange = own.length
    ? mine.filter(({ seed, cut }) => seed && !own.some((o) => o.seed === seed && o.cut === cut))
    : [];
  return [
    ...other
      ? [`this page was shown the house's commitment ${other}, but its file has ${commitment}`]
      : [],
    ...told.map(([seat]) => `its file has another seed or cut of seat ${seat} than this page saw`),
    ...strange.map(({ seat }) =>
      `its file has a seed or a cut of your seat ${seat} that this browser did not draw: another of yours did, or not you`
    ),
    ...!mine.length && own.some(({ seat }) => !seat) ? ["your seed has no part in its file"] : [],
  ];
}

/**
 * @param {Facts} facts
 * @param {Witness} seen
 */
function cardsDiffer({ cards }, seen) {
  const most = seen.over ? Math.max(cards.length, seen.cards.length) : seen.cards.length;
  const { changed } = seen;
  for (let index = 0; index < most; index++) {
    const here = seen.cards[index], there = cards[index];
    if (here === there) continue;
    const said = `card ${index + 1} dealt was ${here ?? "not seen"} here`;
    return [...changed ? [changed] : [], `${said}, but its file has ${there ?? "none"}`];
  }
  return changed ? [changed] : [];
}

/**
 * What this page cannot have seen.
 *
 * @param {Facts} facts
 * @param {Witness} seen
 * @param {Facts["parts"]} mine
 * @param {Kept[]} own
 */
function unseen({ cards }, seen, mine, own) {
  const after = cards.length - seen.cards.length;
  return [
    ...seen.early ? [] : ["what the house committed to before the first card: you came later"],
    ...seen.missed ? [`${seen.missed} cards as they were dealt: you were told of them later`] : [],
    ...after > 0 ? [`${after} cards that were dealt when this page was gone`] : [],
    ...mine.filter(({ seed }) => seed && !own.length)
      .map(({ seat }) => `your seed at seat ${seat}: it was not drawn in this browser`),
    ...mine.filter(({ seed }) => !seed)
      .map(({ seat }) => `your seed at seat ${seat}: it is said to have come too late`),
  ];
}
