/** A practice table for one person, with bots who bank too (CA-BANK-1). */

import { get, post } from "./api.js";

export const PRACTISE = "Practise with bots";
const BOTS = 2;

/**
 * Whether a table leaves a lone visitor waiting for another who banks.
 *
 * @param {{banked_by: string, practice: boolean, hand_dealt: boolean}} sign
 */
export function needsCompany({ banked_by, practice, hand_dealt }) {
  return banked_by === "player" && !practice && !hand_dealt;
}

/**
 * Open a practice table under the rules of another table.
 *
 * @param {string} id of the other table
 * @returns {Promise<string>} its id
 */
export async function openPractice(id) {
  const { name, sign } = await get(`/api/tables/${id}`);
  const { table } = await post("/api/tables", {
    rules: sign.sha256,
    reading: sign.reading.name,
    name,
    bots: BOTS,
    practice: true,
    players_may_have_edge: sign.players_have_edge,
  });
  return table;
}
