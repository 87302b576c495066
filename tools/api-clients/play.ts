/**
 * Play until there is a war, with openapi-fetch and the types that openapi-typescript generates.
 *
 * Usage: node play.js http://127.0.0.1:8000
 */

import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./api.js";

type Done = components["schemas"]["CommandAnswer"];
type Event = components["schemas"]["Event"];
type Problem = components["schemas"]["Problem"];

const SESSION = "casinowar_session";
const SEAT = 1;
const AMOUNT = 500;
const CUT = 100;
/** One round in fourteen ties: this many without a tie is a mistake somewhere. */
const MOST_ROUNDS = 500;

/** The answer, if it is no refusal. */
function checked<T>(answer: { data?: T; error?: Problem }): T {
  if (answer.error !== undefined) {
    const { status, type, detail } = answer.error;
    throw new Error(`refused: ${status} ${type}: ${detail}`);
  }
  if (answer.data === undefined) throw new Error("the answer is empty");
  return answer.data;
}

/** The header of a command, with a new key. */
function keyed(): { "Idempotency-Key": string } {
  return { "Idempotency-Key": crypto.randomUUID() };
}

/** Become a guest; fetch outside a browser keeps no cookies, so the client sends the session. */
async function comeIn(house: string): Promise<Client<paths>> {
  const client = createClient<paths>({ baseUrl: house });
  const answer = await client.POST("/api/guest");
  const me = checked(answer);
  const cookies = answer.response.headers.getSetCookie().map((each) => each.split(";")[0]);
  const session = cookies.find((each) => each?.startsWith(`${SESSION}=`));
  if (session === undefined) throw new Error("the house set no session cookie");
  client.use({
    onRequest({ request }) {
      request.headers.set("Cookie", session);
      return request;
    },
  });
  console.log(`came in as ${me.name}, with ${me.balance} cents`);
  return client;
}

/** Everything that happened, in order. */
function eventsOf(done: Done): Event[] {
  return done.entries.flatMap((entry) => (entry.kind === "action" ? entry.events : []));
}

/** Print the round, the cards and the settlements of an answer. */
function show(done: Done): void {
  for (const event of eventsOf(done)) {
    if (event.type === "bets_closed") {
      console.log(`round ${event.round}:`);
    } else if (event.type === "card_dealt") {
      const whose = event.to === "player" ? `seat ${event.seat}` : "the dealer";
      console.log(`  ${event.deal} card for ${whose}: ${event.card}`);
    } else if (event.type === "wager_settled") {
      const net = event.net < 0 ? event.net : `+${event.net}`;
      console.log(
        `  settled: ${event.wager} of ${event.stake} cents, ${event.outcome}, net ${net} cents`,
      );
    }
  }
}

function newSecret(): components["schemas"]["Secret"] {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const seed = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { seed, cut: CUT };
}

/** Open a table, sit down, and bet until a tie comes; then go to war. */
async function play(house: string): Promise<void> {
  const client = await comeIn(house);
  const opened = checked(
    await client.POST("/api/tables", {
      params: { header: keyed() },
      body: { rules: "washington", name: "A table for a generated client" },
    }),
  );
  console.log(`opened table ${opened.table}`);
  const params = () => ({ path: { table_id: opened.table }, header: keyed() });
  let done = checked(
    await client.POST("/api/tables/{table_id}/sit", { params: params(), body: { seat: SEAT } }),
  );
  for (let round = 0; done.state.need.type !== "choice_needed"; round += 1) {
    if (round === MOST_ROUNDS) throw new Error(`no tie in ${MOST_ROUNDS} rounds`);
    const fair = done.state.need.type === "shoe_needed" ? newSecret() : null;
    done = checked(
      await client.POST("/api/tables/{table_id}/bet", {
        params: params(),
        body: { bets: [{ seat: SEAT, wager: "primary", amount: AMOUNT }], ready: true, fair },
      }),
    );
  }
  show(done);
  console.log("  a tie: going to war");
  done = checked(
    await client.POST("/api/tables/{table_id}/choose", {
      params: params(),
      body: { seat: SEAT, choice: "war" },
    }),
  );
  show(done);
  const settled = eventsOf(done).filter((event) => event.type === "wager_settled");
  const wagers = settled.map((event) => event.wager).sort();
  if (wagers.join() !== "primary,war") throw new Error("the war was not settled");
  console.log(`balance: ${done.balance} cents`);
}

const house = process.argv[2];
if (house === undefined) throw new Error("which house? give its address");
await play(house);
