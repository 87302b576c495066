/** In which order tables are looked at. */

/** @import { PitTable } from "../lib/api.d.ts" */

/**
 * Alarms first, then where cards or wagers lie, then where people are; the busiest first.
 *
 * @param {PitTable[]} rows
 */
export function sorted(rows) {
  const rank = (/** @type {PitTable} */ row) => [
    row.against?.alarm ? 0 : 1,
    row.playing || row.wagered ? 0 : 1,
    row.people ? 0 : 1,
    -row.rounds,
  ];
  return [...rows].sort((one, other) => {
    const theirs = rank(other);
    return rank(one).map((each, index) => each - theirs[index]).find((each) => each !== 0) ??
      one.name.localeCompare(other.name);
  });
}
