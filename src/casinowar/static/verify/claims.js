/**
 * What a shoe's file says of things that people have seen, or drawn, with their own eyes and hands.
 * No check of the file alone can tell whether it is the shoe that they played: they compare.
 *
 * @module
 */

import { toHex } from "./sha256.js";

/** @typedef {import("./json.js").JsonObject} JsonObject */

/**
 * @typedef {object} Facts
 * @property {string} commitment the server's; empty where the shoe was shuffled by hand
 * @property {string} rules the SHA-256 of the rule file
 * @property {string} last the hash of the last entry
 * @property {{seat: number, player: string, seed: string, cut: number}[]} parts of the seats on the
 *   list; the seed is empty where it was withheld
 * @property {string[]} cards those dealt, in their order
 */

/**
 * @param {import("./shoefile.js").ShoeFile} file
 * @param {import("./ceremony.js").Ceremony | null} ceremony
 * @returns {Facts}
 */
export function factsOf({ table, entries }, ceremony) {
  const events = /** @type {JsonObject[]} */ (entries.flatMap((entry) => entry.events ?? []));
  const dealt = events.filter(({ type }) => type === "card_dealt");
  const parts = Array.from(ceremony?.commitments ?? [], ([seat, { player }]) => {
    const shown = ceremony?.answers.get(seat);
    return { seat, player, seed: shown ? toHex(shown.seed) : "", cut: shown?.cut ?? 0 };
  });
  return {
    commitment: ceremony ? toHex(ceremony.server) : "",
    rules: String(table.sha256),
    last: String(entries.at(-1)?.hash),
    parts,
    cards: dealt.map(({ card }) => String(card)),
  };
}
