/**
 * Movement: cards that slide and turn, and the pauses between them. Nothing moves where the
 * settings or the system say so; then every pause is none.
 */

import { settings } from "./settings.js";

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
 * Have an element come from another one's place.
 *
 * @param {HTMLElement} element where it will be
 * @param {Element | null} origin
 * @param {{milliseconds?: number, turn?: boolean}} [how]
 */
export function comesFrom(element, origin, { milliseconds = 420, turn = false } = {}) {
  const duration = milliseconds * pace();
  if (!duration || !origin || !element.animate) return;
  const from = origin.getBoundingClientRect(), to = element.getBoundingClientRect();
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  element.animate(
    [{ transform: `translate(${x}px, ${y}px) rotate(-8deg)` }, { transform: "none" }],
    { duration, easing: "cubic-bezier(.2,.75,.3,1)" },
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
 * @param {number} delay milliseconds
 */
export function goesTo(element, target, delay) {
  const duration = 380 * pace();
  if (!duration || !element.animate) return element.remove();
  const from = element.getBoundingClientRect(), to = target.getBoundingClientRect();
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  element.animate(
    [{ transform: "none", opacity: 1 }, {
      transform: `translate(${x}px, ${y}px) rotate(12deg)`,
      opacity: 0.9,
    }],
    { duration, delay: delay * pace(), easing: "ease-in-out", fill: "both" },
  ).finished.then(() => element.remove(), () => element.remove());
}

/**
 * A short emphasis.
 *
 * @param {Element} element
 */
export function beat(element) {
  const duration = 500 * pace();
  if (!duration || !element.animate) return;
  element.animate(
    [{ transform: "none" }, { transform: "scale(1.12)" }, { transform: "none" }],
    { duration, easing: "ease-out" },
  );
}
