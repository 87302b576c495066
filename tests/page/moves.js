/** Reads events and players, and tells what the page says each event moves into each purse. */

import { moved } from "../../src/casinowar/static/page/table/bets/wagers.js";

const { events, players } = JSON.parse(await new Response(Deno.stdin.readable).text());
const told = events.map((/** @type {any} */ event) =>
  players.map((/** @type {string} */ player) => moved(event, player))
);
console.log(JSON.stringify(told));
