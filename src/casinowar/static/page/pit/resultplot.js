/** The course of a table's result, beside what was to be expected of it: a plot as SVG. */

import { h } from "../lib/dom.js";
import { money } from "../lib/money.js";

/** @import { ResultPoint } from "../lib/api.d.ts" */

const WIDTH = 720;
const HEIGHT = 320;
const LEFT = 84;
const FOOT = 30;
const TOP = 10;

/**
 * @param {string} tag
 * @param {Record<string, string | number>} given
 * @param {...(Node | string)} children
 */
function svg(tag, given, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(given)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * Where amounts and rounds are in the picture. The lines of the alarm are far off at first: they
 * are in sight where the result comes near them, and always when it is beyond.
 *
 * @param {ResultPoint[]} points
 */
export function scale(points) {
  const last = points[points.length - 1];
  const amounts = [0, ...points.flatMap(({ result, low, high }) => [result, low, high])];
  const near = (last.high - last.low) / 2;
  if (last.result - last.lowest < 2 * near) amounts.push(last.lowest);
  if (last.highest - last.result < 2 * near) amounts.push(last.highest);
  const least = Math.min(...amounts), most = Math.max(...amounts);
  const room = Math.max(100, most - least) * 0.04;
  const low = least - room, high = most + room;
  return {
    low,
    high,
    x: (/** @type {number} */ round) => LEFT + (WIDTH - LEFT - 8) * round / last.round,
    y: (/** @type {number} */ cents) => TOP + (HEIGHT - FOOT - TOP) * (high - cents) / (high - low),
  };
}

/**
 * @param {ResultPoint[]} points at least one
 * @param {string} words the same as a text
 * @param {boolean} alarmed
 */
export function coursePlot(points, words, alarmed) {
  const { low, high, x, y } = scale(points);
  const begun = [{ round: 0, result: 0, expected: 0, low: 0, high: 0, lowest: 0, highest: 0 }];
  const all = [...begun, ...points];
  const at = (/** @type {ResultPoint} */ point, /** @type {keyof ResultPoint} */ name) =>
    `${x(point.round).toFixed(1)},${y(point[name]).toFixed(1)}`;
  const line = (/** @type {keyof ResultPoint} */ name, /** @type {ResultPoint[]} */ some = all) =>
    some.map((point) => at(point, name)).join(" ");
  const picture = svg("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: "plot course",
    role: "img",
    "aria-label": words,
  });
  const band = [...all.map((point) => at(point, "high"))];
  band.push(...all.toReversed().map((point) => at(point, "low")));
  const inside = svg("clipPath", { id: "course-inside" });
  inside.append(svg("rect", { x: LEFT, y: TOP, width: WIDTH - LEFT, height: HEIGHT - FOOT - TOP }));
  const drawn = svg("g", { "clip-path": "url(#course-inside)" });
  drawn.append(
    svg("polygon", { class: "band", points: band.join(" ") }),
    svg("line", { class: "axis", x1: LEFT, x2: WIDTH, y1: y(0), y2: y(0) }),
    svg("polyline", { class: "expected", points: line("expected") }),
    svg("polyline", { class: alarmed ? "result alarmed" : "result", points: line("result") }),
  );
  const last = points[points.length - 1];
  const bounds = /** @type {("lowest" | "highest")[]} */ (["lowest", "highest"]).filter((name) =>
    last[name] > low && last[name] < high
  );
  for (const name of bounds) {
    drawn.append(svg("polyline", { class: "bound", points: line(name, points) }));
  }
  picture.append(svg("defs", {}, inside), drawn);
  for (const cents of ticks(low, high, 5)) {
    const place = y(cents);
    picture.append(
      svg("line", { class: "tick", x1: LEFT - 5, x2: LEFT, y1: place, y2: place }),
      svg("text", { x: LEFT - 9, y: place + 5, "text-anchor": "end" }, money(cents)),
    );
  }
  for (const round of ticks(0, last.round, 6).filter((each) => Number.isInteger(each))) {
    const anchor = round === last.round ? "end" : "middle";
    picture.append(
      svg("text", { x: x(round), y: HEIGHT - 8, "text-anchor": anchor }, String(round)),
    );
  }
  return h(
    "figure",
    { class: "course-plot" },
    picture,
    h(
      "ul",
      { class: "legend", "aria-hidden": "true" },
      h("li", { class: "is-result" }, "the house's result"),
      h("li", { class: "is-expected" }, "expected"),
      h("li", { class: "is-band" }, "two deviations"),
      h("li", { class: "is-bound" }, bounds.length ? "alarm" : "alarm (beyond this picture)"),
    ),
    h("figcaption", {}, words),
  );
}

/**
 * Round numbers between two.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} most
 */
export function ticks(low, high, most) {
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough;
  const first = Math.ceil(low / step);
  return Array.from(
    { length: Math.floor(high / step) - first + 1 },
    (_, index) => (first + index) * step,
  );
}
