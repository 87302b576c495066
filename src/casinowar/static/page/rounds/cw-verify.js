/**
 * Check it yourself: any shoe's file, or a shoe of this house, checked in the page with nothing but
 * SHA-256. Nothing of a file that is opened leaves the machine.
 */

import { verifyShoe } from "../../verify/verify.js";
import { getBytes } from "../lib/api.js";
import { reason } from "../lib/loading.js";
import { fill, h, styled } from "../lib/dom.js";
import { textOf } from "../lib/filetext.js";

await styled("css/tools.css");

/** As `casinowar verify` has it. */
const MOST_BYTES = 64 * 1024 * 1024;

/** @type {Record<string, {sign: string, title: string, kind: string}>} */
const VERDICTS = {
  "cards verified": { sign: "✓", title: "The cards are right", kind: "right" },
  "open": { sign: "…", title: "Right so far; this shoe is not over", kind: "open" },
  "by hand": { sign: "–", title: "Dealt by hand: only the chain can be checked", kind: "open" },
  "wrong": { sign: "✗", title: "Something is wrong", kind: "wrong" },
  "not readable": { sign: "✗", title: "This is not a shoe's file", kind: "wrong" },
};

export class Verify extends HTMLElement {
  /** How often something was to be checked: only the last has a say. */
  #asked = 0;
  #result = h("div", { class: "verdict-place", role: "status" });
  #file = /** @type {HTMLInputElement} */ (h("input", {
    type: "file",
    id: "shoe-file",
    accept: ".json,application/json",
    onclick: () => this.#file.value = "", // the same file again, perhaps with other contents
    onchange: () => this.#chosen(this.#file.files),
  }));

  connectedCallback() {
    document.title = "Verify a shoe · casinowar";
    const query = new URLSearchParams(location.search);
    const table = query.get("table") ?? "", shoe = query.get("shoe") ?? "";
    fill(this, this.#head(), this.#ways(table, shoe), this.#result);
    this.addEventListener("dragover", (event) => this.#over(event, true));
    this.addEventListener("dragleave", (event) => this.#over(event, false));
    this.addEventListener("drop", (event) => {
      this.#over(event, false);
      this.#chosen(event.dataTransfer?.files ?? null);
    });
    if (table && shoe) this.#fetch(table, shoe);
  }

  #head() {
    return h(
      "div",
      { class: "tool-head" },
      h("h1", {}, "Check it yourself"),
      h(
        "p",
        {},
        "Before the first card of a shoe, the house commits to its shuffle; the players' seeds and ",
        "cuts have a part in it. When the shoe is over, its file shows everything, and this page ",
        "works the cards out again. It does so by itself, here: no file that you open is sent ",
        "anywhere.",
      ),
      h(
        "p",
        {},
        "The page knows no rules, so it does not check what was paid; ",
        h("code", {}, "casinowar verify"),
        " does that with the same file.",
      ),
    );
  }

  /**
   * @param {string} table
   * @param {string} shoe
   */
  #ways(table, shoe) {
    return h(
      "div",
      { class: "ways" },
      h(
        "label",
        { class: "drop panel", for: "shoe-file" },
        h("strong", {}, "Open a shoe's file"),
        h("span", {}, "or drop it here"),
        this.#file,
      ),
      h(
        "form",
        { class: "panel", action: "/verify", method: "get" },
        h("h2", {}, "A shoe of this house"),
        h(
          "div",
          { class: "fields" },
          h("label", {}, "Table", h("input", { name: "table", required: true, value: table })),
          h(
            "label",
            {},
            "Shoe",
            h("input", {
              name: "shoe",
              required: true,
              value: shoe,
              inputMode: "numeric",
              pattern: "[1-9][0-9]{0,11}",
              title: "the number of a shoe",
            }),
          ),
        ),
        h("p", {}, h("button", {}, "Fetch and check")),
      ),
    );
  }

  /**
   * @param {DragEvent} event
   * @param {boolean} over
   */
  #over(event, over) {
    event.preventDefault();
    this.classList.toggle("dropping", over);
  }

  /** @param {FileList | null} files */
  async #chosen(files) {
    const asked = ++this.#asked;
    const [file, ...more] = files ?? [];
    fill(this.#result);
    if (!file) return this.#sorry("That is no file.");
    if (more.length) return this.#sorry("One file at a time, please: none of these was checked.");
    if (file.size > MOST_BYTES) return this.#sorry(`${file.name} is too large for a shoe's file.`);
    const bytes = await file.arrayBuffer().catch(() => null);
    if (asked !== this.#asked) return;
    if (!bytes) return this.#sorry(`${file.name} cannot be read: is it a file, and still there?`);
    await this.#check(bytes, file.name, null, asked);
  }

  /**
   * @param {string} table
   * @param {string} shoe
   */
  async #fetch(table, shoe) {
    const path = `/api/tables/${encodeURIComponent(table)}/shoes/${encodeURIComponent(shoe)}`;
    const asked = ++this.#asked;
    fill(this.#result, h("p", {}, "Fetching the shoe…"));
    try {
      const bytes = await getBytes(path);
      if (asked === this.#asked) await this.#check(bytes, "A shoe of this house", path, asked);
    } catch (error) {
      if (asked === this.#asked) this.#sorry(reason(error));
    }
  }

  /** @param {string} why */
  #sorry(why) {
    fill(this.#result, h("div", { class: "verdict wrong panel" }, h("p", {}, why)));
  }

  /**
   * @param {ArrayBuffer} bytes
   * @param {string} name
   * @param {string | null} path where the file can be had
   * @param {number} asked
   */
  async #check(bytes, name, path, asked) {
    fill(this.#result, h("p", {}, `Checking ${name}…`));
    await painted();
    if (asked !== this.#asked) return;
    const text = textOf(bytes);
    if (text === null) return this.#sorry(`${name} is not a shoe's file: it is not UTF-8.`);
    const verdict = verifyShoe(text);
    fill(this.#result, verdictOf(verdict, name, entryIn(text, verdict.entry), path));
  }
}

/** When the browser has drawn what it was told: the check leaves it no time. */
function painted() {
  return new Promise((resolve) => setTimeout(resolve, 30));
}

/**
 * The entry of a file by its number, if it can be found.
 *
 * @param {string} text
 * @param {number | null} seq
 */
function entryIn(text, seq) {
  if (seq === null) return null;
  const file = JSON.parse(text);
  const found = [...file.entries, ...file.steps].find((each) => each?.seq === seq);
  return found ? JSON.stringify(found, null, 2) : null;
}

/**
 * What was found, for people.
 *
 * @param {import("../../verify/verify.js").Verdict} verdict
 * @param {string} name
 * @param {string | null} entry
 * @param {string | null} path
 */
export function verdictOf(verdict, name, entry, path) {
  const { sign, title, kind } = VERDICTS[verdict.verdict];
  return h(
    "section",
    { class: `verdict ${kind} panel` },
    h(
      "h2",
      {},
      h("span", { class: "verdict-sign", "aria-hidden": "true" }, sign),
      title,
    ),
    h("p", { class: "dim" }, name, verdict.shoe && ` · shoe ${verdict.shoe}`),
    verdict.why &&
      h(
        "p",
        {},
        verdict.entry !== null && h("strong", {}, `Entry ${verdict.entry}: `),
        `${verdict.why}.`,
      ),
    entry &&
      h(
        "details",
        {},
        h("summary", {}, `Entry ${verdict.entry} as it stands`),
        h("pre", { tabIndex: 0, role: "region", "aria-label": "The entry" }, entry),
      ),
    verdict.facts && toCompare(verdict.facts),
    listed("Checked", "done", verdict.checked),
    listed("Not checked here", "not-done", verdict.unchecked),
    path &&
      h(
        "p",
        {},
        h("a", {
          class: "button",
          href: path,
          download: `${verdict.shoe.replaceAll("/", "-") || "shoe"}.json`,
        }, "Download the file"),
      ),
  );
}

/**
 * What no check can know: whether this is the shoe that someone saw. They compare it themselves.
 *
 * @param {import("../../verify/claims.js").Facts} facts
 */
function toCompare({ commitment, parts, last, rules }) {
  const lines = [
    ["The house's commitment", commitment || "none: it was shuffled by hand"],
    ...parts.map(({ seat, seed, cut }) => [
      `Seat ${seat}`,
      seed ? `seed ${seed}, cut after ${cut}` : "committed, and withheld its seed",
    ]),
    ["The last hash", last],
    ["The rule file's SHA-256", rules],
  ];
  return h(
    "div",
    {},
    h("h3", {}, "Compare it with what you were shown"),
    h(
      "dl",
      { class: "to-compare" },
      lines.flatMap(([name, says]) => [h("dt", {}, name), h("dd", {}, says)]),
    ),
  );
}

/**
 * @param {string} title
 * @param {string} name
 * @param {string[]} sentences
 */
function listed(title, name, sentences) {
  if (!sentences.length) return null;
  return h(
    "div",
    {},
    h("h3", {}, title),
    h("ul", { class: `told ${name}` }, sentences.map((each) => h("li", {}, each))),
  );
}

customElements.define("cw-verify", Verify);

export const screen = () => document.createElement("cw-verify");
