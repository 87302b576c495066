/**
 * Requests to the house. A command has a key of its own, and is sent again with the same key when
 * no answer came: the house does it once. What is refused is a `Problem` that says why.
 */

/** @import { GetAnswer, PostAnswer, PostBody, Problem as Refusal } from "./api.d.ts" */

import { connection, isHouses } from "./connection.js";

const WAITS = [300, 1000, 3000];
/** Milliseconds before a command is sent again. */

/** The house has said no, and nothing has changed. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {Partial<Refusal>} told
   * @param {number} [seconds]
   */
  constructor(status, told, seconds = 0) {
    super(told.detail ?? told.title ?? `the answer was ${status}`);
    this.status = status;
    /** Its name, such as "no-chips". */
    this.kind = (told.type ?? "").replace("urn:casinowar:problem:", "");
    this.why = this.kind === "not-signed-in"
      ? "your session has ended: sign in again"
      : this.message;
    /** What the table waits for instead, in words. */
    this.awaited = told.awaited ?? "";
    /** When it is refused no longer, if the house says so. */
    this.until = told.until ?? 0;
    /** After how many it may be asked again, where it was asked too often. */
    this.seconds = seconds;
  }
}

/** No answer came. */
export class Offline extends Error {
  constructor() {
    super("the house does not answer");
    this.kind = "offline";
    this.why = this.message;
  }
}

/** Hears "refused" when the house does not know who asks, with the time when it was asked. */
export const strangers = new EventTarget();

/** How far the house's clock is ahead of ours, in milliseconds. */
let ahead = 0;

/** The house's time, in milliseconds since 1970. */
export function now() {
  return Date.now() + ahead;
}

/** @returns {string} a key that was never used before */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @template {string} Path
 * @param {Path} path
 * @returns {Promise<GetAnswer<Path>>}
 */
export async function get(path) {
  return (await answered(path, {})).json();
}

/**
 * An answer as it stands, byte for byte.
 *
 * @param {string} path
 * @returns {Promise<ArrayBuffer>}
 */
export async function getBytes(path) {
  return (await answered(path, {})).arrayBuffer();
}

/**
 * A command, done once however often it must be sent.
 *
 * @template {string} Path
 * @param {Path} path
 * @param {PostBody<Path>} [body]
 * @param {string} [key] of a command that may have been sent before
 * @returns {Promise<PostAnswer<Path>>}
 */
export async function post(path, body, key = newKey()) {
  /** @type {Record<string, string>} */
  const headers = { "Idempotency-Key": key };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  for (const wait of WAITS) {
    try {
      return await (await answered(path, request)).json();
    } catch (error) {
      if (!(error instanceof Offline)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return (await answered(path, request)).json();
}

/**
 * Do something that needs the house; as long as no answer comes, once more when the house is back.
 *
 * @template Made
 * @param {() => Promise<Made>} what
 * @returns {Promise<Made>}
 */
export async function persist(what) {
  while (true) {
    try {
      return await what();
    } catch (error) {
      if (!(error instanceof Offline)) throw error;
      await connection.back();
    }
  }
}

/**
 * @template {string} Name
 * @typedef {PostBody<`/api/tables/${string}/${Name}`>} CommandBody
 */

/**
 * A command at a table.
 *
 * @template {string} Name
 * @param {string} table
 * @param {Name} name
 * @param {CommandBody<Name>} [body]
 */
export function command(table, name, body = /** @type {any} */ ({})) {
  return post(`/api/tables/${table}/${name}`, body);
}

/**
 * @param {string} path
 * @param {RequestInit} request
 * @returns {Promise<Response>}
 */
async function answered(path, request) {
  const asked = performance.now();
  const answer = await fetch(path, request).catch(() => null);
  if (!answer || !isHouses(answer)) {
    connection.lost();
    throw new Offline();
  }
  connection.found(asked);
  const date = Date.parse(answer.headers.get("date") ?? "");
  if (!Number.isNaN(date)) ahead = date + 500 - Date.now(); // the header has whole seconds
  if (answer.ok) return answer;
  const seconds = Number(answer.headers.get("retry-after") ?? 0);
  const problem = new Problem(answer.status, await answer.json().catch(() => ({})), seconds);
  if (problem.kind === "not-signed-in") {
    strangers.dispatchEvent(new CustomEvent("refused", { detail: asked }));
  }
  throw problem;
}
