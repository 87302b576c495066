/**
 * Answers questions about shoes, so that another implementation can be compared with this one.
 *
 * Each line of the input is a JSON object, and each line of the output its answer: a shoe built
 * from its inputs, as a vector has them, or the verdict on a shoe's file.
 */

import {
  build,
  cardOf,
  keys,
  playerCommitment,
  serverCommitment,
  transcript,
} from "../../src/casinowar/static/verify/fair.js";
import { fromHex, sha256, toHex } from "../../src/casinowar/static/verify/sha256.js";
import { verifyShoe } from "../../src/casinowar/static/verify/verify.js";

/** @typedef {{seat: number, seed: string, cut: number, revealed: boolean}} Player */
/** @typedef {{shoe: string, decks: number, behind_min: number, behind_max: number}} Terms */
/** @typedef {{server_seed: string, first_cutter: number, players: Player[]}} Seeds */

/**
 * Every value that follows from a vector's inputs.
 *
 * @param {Terms & Seeds} vector
 */
function built(vector) {
  const { shoe, decks, behind_min: behindLeast, behind_max: behindMost } = vector;
  const terms = { shoe, decks, behindLeast, behindMost };
  const seed = fromHex(vector.server_seed);
  const server = serverCommitment(terms, seed);
  const parts = vector.players.map((player) => {
    const reveal = { seed: fromHex(player.seed), cut: player.cut };
    const commitment = playerCommitment(terms, server, player.seat, reveal);
    return { seat: player.seat, commitment, reveal: player.revealed ? reveal : null };
  });
  const said = transcript(server, vector.first_cutter, parts);
  const derived = keys(said, seed);
  const made = build(terms, seed, vector.first_cutter, parts);
  const first = made.order.slice(0, 12);
  const order = made.order.flatMap((number) => [number >> 8, number & 255]);
  return {
    server_commitment: toHex(server),
    player_commitments: Object.fromEntries(
      parts.map(({ seat, commitment }) => [seat, toHex(commitment)]),
    ),
    transcript: toHex(said),
    prk: toHex(derived.root),
    shuffle_key: toHex(derived.shuffle),
    cut_key: toHex(derived.cut),
    rejects: made.rejects,
    cutter: made.cutter,
    cut: made.cut,
    behind_cut_card: made.behind,
    order_sha256: toHex(sha256(Uint8Array.from(order))),
    first_cards: first.map(cardOf),
    first_ids: first,
  };
}

const lines = new TextDecoder().decode(await new Response(Deno.stdin.readable).bytes()).split("\n");
for (const line of lines.filter((line) => line)) {
  const question = JSON.parse(line);
  const answer = "file" in question ? verifyShoe(question.file) : built(question);
  console.log(JSON.stringify(answer));
}
