/**
 * Movement: cards that slide and turn, chips that are paid and taken, and the pauses between them.
 * Nothing moves where the settings or the system say so; then every pause is none, and what would
 * have moved is where it goes at once.
 */

import { settings } from "../../lib/settings.js";

const FACTORS = { none: 0, fast: 0.45, normal: 1, slow: 1.8 };
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

/** How much time things take: 0 is none. */
export function pace() {
  return CALM.matches || document.hidden ? 0 : FACTORS[settings.all.speed];
}

/**
 * @param {number} milliseconds at normal speed
 * @returns {Promise<void>}
 */
export function pause(milliseconds) {
  const wait = milliseconds * pace();
  return wait ? new Promise((resolve) => setTimeout(resolve, wait)) : Promise.resolve();
}

/**
 * From the middle of one to the middle of another, as a transformation of the first.
 *
 * @param {Element} one
 * @param {Element} other
 */
function way(one, other) {
  const from = one.getBoundingClientRect(), to = other.getBoundingClientRect();
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  return `translate(${x}px, ${y}px)`;
}

/**
 * Have an element come from another one's place.
 *
 * @param {HTMLElement} element where it will be
 * @param {Element | null} origin
 * @param {{milliseconds?: number, delay?: number, turn?: boolean}} [how]
 */
export function comesFrom(element, origin, { milliseconds = 420, delay = 0, turn = false } = {}) {
  const duration = milliseconds * pace();
  if (!duration || !origin) return;
  element.animate(
    [{ transform: `${way(element, origin)} rotate(-8deg)` }, { transform: "none" }],
    { duration, delay: delay * pace(), easing: "cubic-bezier(.2,.75,.3,1)", fill: "backwards" },
  );
  const inner = turn ? element.querySelector(".turns") : null;
  inner?.animate(
    [{ transform: "rotateY(180deg)" }, { transform: "rotateY(180deg)", offset: 0.45 }, {
      transform: "none",
    }],
    { duration: duration * 1.25, easing: "ease-in-out" },
  );
}

/**
 * Have an element go to another one's place, and be gone there.
 *
 * @param {HTMLElement} element
 * @param {Element} target
 * @param {{delay?: number, turn?: boolean, along?: string}} [how]
 */
export function goesTo(element, target, { delay = 0, turn = false, along } = {}) {
  const duration = 380 * pace();
  if (!duration) return element.remove();
  /** @type {KeyframeAnimationOptions} */
  const timing = { duration, delay: delay * pace(), easing: "ease-in-out", fill: "both" };
  const end = `${along ?? way(element, target)} rotate(12deg)`;
  const inner = turn ? element.querySelector(".turns") : null;
  inner?.animate([{ transform: "none" }, { transform: "rotateY(180deg)" }], timing);
  element.animate(
    [{ transform: "none" }, { transform: end }],
    timing,
  ).finished.then(() => element.remove(), () => element.remove());
}

/**
 * Have elements leave for another one's place. All of them are measured before the first is moved,
 * because a browser that is asked between changes lays the whole page out each time.
 *
 * @param {HTMLElement[]} elements
 * @param {Element} target
 * @param {{turn?: boolean}} [how]
 */
export function leaveFor(elements, target, { turn = false } = {}) {
  const measured = elements.map((element) => ({ element, along: way(element, target) }));
  for (const { element, along } of measured) {
    element.classList.add("leaving");
    element.setAttribute("aria-hidden", "true");
    goesTo(element, target, { turn, along });
  }
}

/**
 * A short emphasis.
 *
 * @param {Element} element
 */
export function beat(element) {
  const duration = 500 * pace();
  if (!duration) return;
  element.animate(
    [{ transform: "none" }, { transform: "scale(1.12)" }, { transform: "none" }],
    { duration, easing: "ease-out" },
  );
}

/**
 * Strike, and be gone: a word that falls on the felt, and the felt that feels it.
 *
 * @param {HTMLElement} word
 * @param {HTMLElement} ground
 */
export function strikes(word, ground) {
  const duration = 1100 * pace();
  if (!duration) return word.remove();
  const lies = "rotate(-5deg) scale(1)";
  word.animate(
    [
      { transform: "rotate(-12deg) scale(3.2)", opacity: 0 },
      { transform: lies, opacity: 1, offset: 0.18, easing: "linear" },
      { transform: lies, opacity: 1, offset: 0.75 },
      { transform: "rotate(-5deg) scale(1.1)", opacity: 0 },
    ],
    { duration, easing: "cubic-bezier(.6,0,.9,.6)", fill: "both" },
  ).finished.then(() => word.remove(), () => word.remove());
  const shifts = [0, 5, -4, 3, -2, 0].map((x) => ({ transform: `translate(${x}px, ${x / 2}px)` }));
  ground.animate(shifts, { duration: duration * 0.3, delay: duration * 0.18 });
}
