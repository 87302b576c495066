/** Sounds, made here: a few short tones and a rustle. None before they are switched on. */

import { settings } from "../../lib/settings.js";

/** @type {AudioContext | null} */
let context = null;

/** @type {Record<string, () => void>} */
const SOUNDS = {
  card: () => rustle(0.07, 2600, 0.25),
  burn: () => rustle(0.05, 1500, 0.15),
  chip: () => (tone(2100, 0, 0.05, 0.08), tone(2900, 0.03, 0.05, 0.06)),
  won: () => [523, 659, 784].forEach((pitch, turn) => tone(pitch, turn * 0.09, 0.2, 0.1)),
  lost: () => [294, 247].forEach((pitch, turn) => tone(pitch, turn * 0.12, 0.2, 0.08)),
  war: () =>
    [196, 196, 294].forEach((pitch, turn) => tone(pitch, turn * 0.14, 0.22, 0.16, "sawtooth")),
};

/** @param {"card" | "burn" | "chip" | "won" | "lost" | "war"} name */
export function play(name) {
  if (!settings.all.sound || document.hidden) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  SOUNDS[name]();
}

/**
 * @param {number} pitch in hertz
 * @param {number} after seconds from now
 * @param {number} length
 * @param {number} loud
 * @param {OscillatorType} [type]
 */
function tone(pitch, after, length, loud, type = "triangle") {
  if (!context) return;
  const begins = context.currentTime + after;
  const source = new OscillatorNode(context, { frequency: pitch, type });
  source.connect(faded(begins, length, loud));
  source.start(begins);
  source.stop(begins + length);
}

/**
 * @param {number} length
 * @param {number} pitch
 * @param {number} loud
 */
function rustle(length, pitch, loud) {
  if (!context) return;
  const buffer = new AudioBuffer({ length: 4410, sampleRate: 44100 });
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 0.8 });
  source.connect(filter).connect(faded(context.currentTime, length, loud));
  source.start();
  source.stop(context.currentTime + length);
}

/**
 * @param {number} begins
 * @param {number} length
 * @param {number} loud
 */
function faded(begins, length, loud) {
  const around = /** @type {AudioContext} */ (context);
  const gain = new GainNode(around, { gain: loud });
  gain.gain.setValueAtTime(loud, begins);
  gain.gain.exponentialRampToValueAtTime(0.001, begins + length);
  gain.connect(around.destination);
  return gain;
}
