/** What stands on the keys, by the words that they say; also of keys that are gone by now. */

const ASK = "ask ";
/** What the names of keys begin with that ask for a card, or once more. */

export class Titles {
  /** @type {Map<string, string>} */
  #read = new Map();

  /** @param {Element} keys as they are now */
  read(keys) {
    const all = /** @type {NodeListOf<HTMLElement>} */ (
      keys.querySelectorAll(`[data-words], [data-key^="${ASK}"]`)
    );
    for (const { dataset, textContent } of all) {
      this.#read.set(dataset.words ?? dataset.key?.slice(ASK.length) ?? "", textContent ?? "");
    }
  }

  /**
   * What was pressed, or typed.
   *
   * @param {string} words
   */
  of(words) {
    const [verb, ...more] = words.split(" "), key = this.#read.get(verb);
    return this.#read.get(words) ?? (key ? `${key}: ${more.join(" ")}` : words || "Enter");
  }
}
