/**
 * A table as it goes on: a snapshot, then every entry, from the stream or from the answer to a
 * command, whichever is here first. A stream that breaks off goes on where it did.
 */

import { connection } from "../lib/connection.js";
import { reduce, viewOf, withState } from "./reducer.js";

/**
 * @import { CommandAnswer, Entry, PlayerName, StateView, TableSnapshot } from "../lib/api.d.ts"
 * @import { View } from "./reducer.js"
 */

const AGAIN = 2000;
/** Milliseconds before a stream that was refused is asked for again. */

export class TableStream extends EventTarget {
  /** @type {View | null} */
  view = null;
  /** @type {Record<string, PlayerName>} */
  names = {};
  /** The number of the entry that the stream tells next. */
  #told = 0;
  /** @type {EventSource | null} */
  #source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #again;
  #id;

  /** @param {string} id of the table */
  constructor(id) {
    super();
    this.#id = id;
  }

  open() {
    const source = new EventSource(`/api/tables/${this.#id}/events`);
    this.#source = source;
    source.addEventListener("open", () => connection.found());
    source.addEventListener("error", () => {
      connection.lost();
      if (source.readyState === EventSource.CLOSED) this.#reopen();
    });
    source.addEventListener("snapshot", ({ data }) => this.#start(JSON.parse(data)));
    source.addEventListener("names", ({ data }) => Object.assign(this.names, JSON.parse(data)));
    source.addEventListener("entry", ({ data }) => {
      const entry = JSON.parse(data);
      this.#told = entry.seq + 1;
      this.#take(entry);
    });
    source.addEventListener("state", ({ data }) => {
      // an answer may be ahead of the stream, whose state is an older one then
      if (this.view && this.#told >= this.view.seq) this.#settle(JSON.parse(data));
    });
    source.addEventListener("closed", () => {
      source.close();
      if (this.view) this.view = { ...this.view, closed: true };
      this.#tell("state");
    });
  }

  close() {
    clearTimeout(this.#again);
    this.#source?.close();
  }

  /**
   * What a command led to.
   *
   * @param {CommandAnswer} answer
   */
  answered({ seq, entries, state }) {
    for (const entry of entries) this.#take(entry);
    if (this.view?.seq === seq) this.#settle(state);
  }

  /** @param {TableSnapshot} snapshot */
  #start(snapshot) {
    Object.assign(this.names, snapshot.names);
    this.view = viewOf(snapshot);
    this.#told = this.view.seq;
    this.#tell("snapshot");
  }

  /** @param {Entry} entry */
  #take(entry) {
    if (!this.view || entry.seq !== this.view.seq) return; // known already, or its turn will come
    this.view = reduce(this.view, entry);
    this.dispatchEvent(new CustomEvent("entry", { detail: { entry, view: this.view } }));
  }

  /** @param {StateView} state */
  #settle(state) {
    if (!this.view) return;
    this.view = withState(this.view, state);
    this.#tell("state");
  }

  #reopen() {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.open(), AGAIN);
  }

  /** @param {string} what */
  #tell(what) {
    this.dispatchEvent(new Event(what));
  }
}
