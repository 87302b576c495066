/**
 * The chips someone has laid out and not sent yet: what each wager is to be, and how to go back.
 * Pure: every change gives a new draft.
 */

/**
 * @import { Wager } from "../../lib/api.d.ts"
 *
 * @typedef {{amounts: Record<string, number>, before: Draft | null}} Draft
 */

/** @type {Draft} */
export const EMPTY = { amounts: {}, before: null };

/**
 * @param {number} seat
 * @param {string} wager
 */
export const keyOf = (seat, wager) => `${seat} ${wager}`;

/**
 * @param {Draft} draft
 * @param {Record<string, number>} amounts
 * @returns {Draft}
 */
function next(draft, amounts) {
  return { amounts, before: draft };
}

/**
 * A wager is to be this amount.
 *
 * @param {Draft} draft
 * @param {string} key
 * @param {number} amount
 */
export function put(draft, key, amount) {
  return next(draft, { ...draft.amounts, [key]: amount });
}

/**
 * Every wager is to be as in these, and no other.
 *
 * @param {Draft} draft
 * @param {Wager[]} wagers
 */
export function putAll(draft, wagers) {
  const none = Object.fromEntries(Object.keys(draft.amounts).map((key) => [key, 0]));
  const some = wagers.map(({ seat, wager, amount }) => [keyOf(seat, wager), amount]);
  return next(draft, { ...none, ...Object.fromEntries(some) });
}

/** @param {Draft} draft */
export function undo(draft) {
  return draft.before ?? draft;
}

/**
 * What must be asked of the house so that the wagers there become those laid out: bets, each
 * primary before its tie, and what is to be taken back.
 *
 * @param {Draft} draft
 * @param {Record<string, number>} placed what lies there, by key
 * @returns {{bets: Wager[], withdrawn: Wager[]}}
 */
export function asked(draft, placed) {
  const changed = Object.entries(draft.amounts)
    .filter(([key, amount]) => amount !== (placed[key] ?? 0))
    .map(([key, amount]) => {
      const [seat, wager] = key.split(" ");
      return { seat: Number(seat), wager: /** @type {"primary" | "tie"} */ (wager), amount };
    })
    .sort((one, other) => one.seat - other.seat || one.wager.localeCompare(other.wager));
  return {
    bets: changed.filter(({ amount }) => amount > 0),
    withdrawn: changed.filter(({ amount }) => amount === 0).reverse(),
  };
}

/**
 * @param {Draft} draft
 * @param {Record<string, number>} placed
 * @returns {number} what lies there once everything is done
 */
export function total(draft, placed) {
  const whole = { ...placed, ...draft.amounts };
  return Object.values(whole).reduce((sum, amount) => sum + amount, 0);
}

const CHIPS = [100, 500, 1000, 2500, 10000, 50000, 100000, 500000];

/**
 * The chips for a limit: at most five of them, or the fixed amounts.
 *
 * @param {{least: number, most: number, amounts?: number[]}} limit
 */
export function chipsFor({ least, most, amounts }) {
  if (amounts?.length) return amounts.slice(0, 5);
  const fit = CHIPS.filter((chip) => chip >= least && chip <= most).slice(0, 5);
  return fit.length ? fit : [least];
}
