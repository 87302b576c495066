/**
 * What this page was shown of a shoe, entry by entry: only that tells whether a file is the file of
 * the shoe that was played. It is kept in the tab, so that a page that is loaded anew goes on.
 */

/**
 * @import { Entry } from "../../lib/api.d.ts"
 * @import { View } from "../reducer.js"
 *
 * @typedef {object} Witness
 * @property {string} shoe its id
 * @property {string[]} commitments of the house, as they were shown: an honest house has one
 * @property {boolean} early whether that was before the first card
 * @property {Record<string, string>} reveals by seat: the seed, a blank, the cut
 * @property {string[]} cards
 * @property {number} missed how many of the cards were told afterwards
 * @property {string} changed how a card became another, if one did
 * @property {boolean} over whether its end was seen
 * @property {boolean} verified
 */

const KEY = "casinowar.seen.";

/**
 * Note what is seen now.
 *
 * @param {View} view
 * @param {Entry | null} entry that led to it; null where the house told everything at once
 */
export function note({ shoe, coming }, entry) {
  if (coming) see(coming.id, coming.commitment, [], false, entry);
  if (shoe?.commitment) see(shoe.id, shoe.commitment, shoe.seen, shoe.end !== null, entry);
  if (entry?.kind === "server_reveal" && entry.shoe !== shoe?.id) {
    unsee(entry.shoe); // it was never brought: its file is the next shoe's
  }
}

/**
 * @param {string} shoe
 * @returns {Witness | null}
 */
export function witnessOf(shoe) {
  return JSON.parse(sessionStorage.getItem(KEY + shoe) ?? "null");
}

/**
 * All that were seen at a table.
 *
 * @param {string} table
 * @returns {Witness[]}
 */
export function witnessed(table) {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(`${KEY}${table}/`))
    .map((key) => JSON.parse(sessionStorage[key]));
}

/** @param {Witness} witness */
export function keep(witness) {
  sessionStorage.setItem(KEY + witness.shoe, JSON.stringify(witness));
}

/** @param {string} shoe */
export function unsee(shoe) {
  sessionStorage.removeItem(KEY + shoe);
}

/**
 * The number in a shoe's id.
 *
 * @param {string} shoe
 */
export function numberOf(shoe) {
  return shoe.slice(shoe.lastIndexOf("/") + 1);
}

/**
 * @param {string} shoe
 * @param {string} commitment
 * @param {string[]} cards
 * @param {boolean} over
 * @param {Entry | null} entry
 */
function see(shoe, commitment, cards, over, entry) {
  const seen = witnessOf(shoe) ?? {
    shoe,
    commitments: [],
    early: !cards.length,
    reveals: {},
    cards: [],
    missed: 0,
    changed: "",
    over,
    verified: false,
  };
  if (!seen.commitments.includes(commitment)) seen.commitments.push(commitment);
  if (entry?.kind === "player_reveal" && entry.shoe === shoe) {
    seen.reveals[entry.seat] = `${entry.seed} ${entry.cut}`;
  }
  const other = seen.cards.findIndex((card, index) => card !== cards[index]);
  if (other >= 0) {
    seen.changed ||= `card ${other + 1} was ${seen.cards[other]} here, and later ${cards[other]}`;
  } else {
    if (!entry) seen.missed += cards.length - seen.cards.length;
    seen.cards = cards;
  }
  seen.over ||= over;
  keep(seen);
}
