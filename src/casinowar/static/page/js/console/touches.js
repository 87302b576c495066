/** Touches of keys, of which those that were not meant are nothing. */

const TWICE = { within: 400, near: 48 };
/** A touch so many milliseconds after a key and so many pixels beside it was meant for that key. */

export class Touches {
  /** The last one of a key that says something. */
  #last = { x: 0, y: 0, at: -Infinity };

  /**
   * The second half of a double tap touches what came in the place of the key: that is not meant.
   *
   * @param {MouseEvent} event
   * @param {HTMLElement} key
   */
  guard(event, key) {
    if (!event.detail) return; // a key of a keyboard has no place
    const { clientX: x, clientY: y, timeStamp: at } = event, last = this.#last;
    if (at - last.at < TWICE.within && Math.hypot(x - last.x, y - last.y) < TWICE.near) {
      event.stopPropagation();
      event.preventDefault();
    } else if (key.dataset.words !== undefined) this.#last = { x, y, at };
  }
}
