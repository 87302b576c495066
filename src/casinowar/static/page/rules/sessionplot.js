/** Plots as SVG, made element by element: how a session can end. */

import { fixed, near, percent } from "./fractions.js";
import { h } from "../lib/dom.js";

/** @import { SessionOdds } from "../lib/api.d.ts" */

const WIDTH = 640;
const HEIGHT = 220;
const FOOT = 28;
const MOST_BARS = 61;

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
 * The chances in bars of a whole number of units; rare results are left out at both ends.
 *
 * @param {SessionOdds} session
 */
export function bars(session) {
  const points = session.results.map(({ net, probability }) => ({
    net: near(net),
    chance: near(probability),
  }));
  const middle = near(session.expectation), reach = 3.5 * near(session.standard_deviation);
  const low = Math.floor(Math.max(points[0].net, middle - reach));
  const high = Math.ceil(Math.min(points[points.length - 1].net, middle + reach));
  const wide = Math.max(1, Math.ceil((high - low + 1) / MOST_BARS));
  const first = Math.floor(low / wide);
  const found = Array.from({ length: Math.floor(high / wide) - first + 1 }, (_, index) => ({
    from: (first + index) * wide,
    chance: 0,
  }));
  for (const { net, chance } of points) {
    const bar = found[Math.floor(net / wide) - first];
    if (bar) bar.chance += chance;
  }
  return { wide, bars: found };
}

/**
 * A session's plot, with the same in words; another session may stand behind it as a line.
 *
 * @param {SessionOdds} session
 * @param {SessionOdds | null} [before]
 */
export function sessionPlot(session, before = null) {
  const { wide, bars: drawn } = bars(session);
  const behind = before && bars(before);
  const most = Math.max(...drawn.map(({ chance }) => chance)) * 1.08;
  const step = WIDTH / drawn.length;
  const x = (/** @type {number} */ net) => (net - drawn[0].from) / wide * step;
  const y = (/** @type {number} */ chance) => (HEIGHT - FOOT) * (1 - Math.min(1, chance / most));
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot", role: "img" });
  picture.setAttribute("aria-label", sessionWords(session));
  for (const { from, chance } of drawn) {
    const side = from < 0 ? "behind" : from > 0 ? "ahead" : "even";
    const top = y(chance);
    picture.append(
      svg("rect", {
        class: `bar-${side}`,
        x: x(from) + 0.5,
        y: top,
        width: Math.max(1, step - 1),
        height: HEIGHT - FOOT - top,
      }),
    );
  }
  if (behind && behind.wide === wide) {
    const points = behind.bars.filter(({ from }) => x(from) >= 0 && x(from) < WIDTH).map((bar) =>
      `${x(bar.from) + step / 2},${y(bar.chance)}`
    );
    picture.append(svg("polyline", { class: "before", points: points.join(" ") }));
  }
  picture.append(
    svg("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT - FOOT, y2: HEIGHT - FOOT }),
  );
  for (const net of ticks(drawn[0].from, drawn[drawn.length - 1].from)) {
    const place = x(net) + step / 2;
    const anchor = place < 24 ? "start" : place > WIDTH - 24 ? "end" : "middle";
    const text = net > 0 ? `+${net}` : String(net).replace("-", "−");
    picture.append(svg("text", { x: place, y: HEIGHT - 8, "text-anchor": anchor }, text));
  }
  return h(
    "figure",
    { class: "session-plot" },
    picture,
    h("figcaption", {}, sessionWords(session)),
  );
}

/** @param {SessionOdds} session */
export function sessionWords(session) {
  return `After ${session.rounds} rounds of one unit: ahead ${percent(session.ahead, 1)}, even ${
    percent(session.even, 1)
  }, behind ${percent(session.behind, 1)} of the time; ${
    fixed(session.expectation, 2)
  } units expected, usually within ${fixed(session.standard_deviation, 1)} of that. Assumes ${
    session.basis.replace(/^independent rounds with a primary of 1, /, "")
  }.`;
}

/**
 * Round numbers between two.
 *
 * @param {number} low
 * @param {number} high
 */
function ticks(low, high) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((each) => (high - low) / each <= 9) ??
    1000;
  const first = Math.ceil(low / step);
  return Array.from(
    { length: Math.floor(high / step) - first + 1 },
    (_, index) => (first + index) * step,
  );
}
