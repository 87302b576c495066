/** Touches of keys, of which those that were not meant are nothing. */

const TWICE = { within: 400, near: 48 };
/** A touch so many milliseconds after a key and so many pixels beside it was meant for that key. */

const IN_A_ROW =
  ".rank:not(.suit-switch), .suit, .pad-keys button, [data-key=fewer], [data-key=more]";
/** The keys that are meant as often as they are touched, one or another of them. */

export class Touches {
  /** The last one of a key. */
  #last = { x: 0, y: 0, at: -Infinity, again: false };

  /**
   * The second half of a double tap touches what came in the place of the key: that is not meant.
   *
   * @param {MouseEvent} event
   * @param {HTMLElement} key
   */
  guard(event, key) {
    if (!event.detail) return; // a key of a keyboard has no place
    const { clientX: x, clientY: y, timeStamp: at } = event, last = this.#last;
    const again = key.matches(IN_A_ROW), near = Math.hypot(x - last.x, y - last.y) < TWICE.near;
    if (at - last.at < TWICE.within && near && !(again && last.again)) {
      event.stopPropagation();
      event.preventDefault();
    } else this.#last = { x, y, at, again };
  }
}
