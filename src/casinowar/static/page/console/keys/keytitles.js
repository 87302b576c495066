/** What stands on the keys, by the words that they say; also of keys that are gone by now. */

const ASK = "ask ";
/** What the names of keys begin with that ask for a card, or once more. */

export class Titles {
  /** @type {Map<string, string>} by all that is said, or by what it begins with where it asks */
  #read = new Map();

  /** @param {Pick<Element, "querySelectorAll">} keys as they are now */
  read(keys) {
    const all = /** @type {Iterable<HTMLElement>} */ (
      keys.querySelectorAll(`[data-words], [data-key^="${ASK}"]`)
    );
    for (const { dataset, textContent } of all) {
      this.#read.set(dataset.words ?? dataset.key ?? "", textContent ?? "");
    }
  }

  /**
   * What was pressed, or typed.
   *
   * @param {string} words
   */
  of(words) {
    const [verb, ...card] = words.split(" "), asked = this.#read.get(ASK + verb);
    const key = this.#read.get(words);
    return key ?? (asked ? [asked, ...card].join(": ") : words || "Enter");
  }
}
