/** How things of the pit are said. */

import { now } from "../lib/api.js";
import { money, signed } from "../lib/money.js";

/** @import { HouseResult } from "../lib/api.d.ts" */

/** @param {number} at */
export function when(at) {
  return new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/**
 * How long ago something began, in its largest unit.
 *
 * @param {number} at
 */
export function ago(at) {
  const seconds = Math.max(0, Math.round((now() - at) / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86400)} d`;
}

/**
 * @param {number} count
 * @param {string} noun
 */
export function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * A share as the house tells it, with the minus sign that sums have.
 *
 * @param {string} percent as "-34.24 %"
 */
export function share(percent) {
  return percent.replace("-", "−").replaceAll(" ", "\u00a0");
}

/** @param {HouseResult} against */
export function alarmWords({ alarm, result, lowest, highest }) {
  if (alarm === "low") {
    return `The house has ${signed(result)} here; less than ${signed(lowest)} is not chance.`;
  }
  if (alarm === "high") {
    return `The house has ${signed(result)} here; more than ${signed(highest)} is not chance.`;
  }
  return "";
}

/**
 * What was to go back to the players, and the band around it.
 *
 * @param {HouseResult} against
 */
export function exactWords({ expected_return, least_return, most_return }) {
  const [exact, least, most] = [expected_return, least_return, most_return].map((each) =>
    share(each ?? "")
  );
  return `${exact} (${least} to ${most})`;
}

/**
 * A table's result beside its price, in a sentence.
 *
 * @param {HouseResult} against
 */
export function againstWords(against) {
  const { result, expected, low, high, rounds, wagered, basis } = against;
  return `After ${counted(rounds, "decided round")} with ${money(wagered)} wagered the house has ${
    signed(result)
  }; ${signed(expected)} was to be expected (${basis}), and ${signed(low)} to ${
    signed(high)
  } is where nineteen looks in twenty find an honest table.`;
}

/** @type {Record<string, string>} */
const INCIDENTS = {
  "ruling": "Ruling",
  "void": "Void",
  "wager-ruling": "Ruling on a wager",
  "cancelled": "Cancelled",
  "card-corrected": "Card corrected",
  "card-disclosed": "Card disclosed",
  "card-in-excess": "Card in excess",
  "pay-cut": "Pay cut",
  "shoe-abandoned": "Shoe abandoned",
  "kick": "Asked to leave",
  "ban": "Banned",
};

/** @param {string} kind */
export function incidentName(kind) {
  return INCIDENTS[kind] ?? kind;
}

/** @type {Record<string, string>} */
const CHANGES = {
  "role": "Role",
  "sessions": "Sessions ended",
  "ban": "Banned",
  "unban": "Ban lifted",
  "kick": "Asked to leave",
  "password": "New password",
  "open": "Table opened",
  "close": "Table closed",
  "replace": "Table replaced",
  "pause": "Table paused",
  "resume": "Table goes on",
  "pause-house": "House paused",
  "resume-house": "House goes on",
  "rule": "Ruling",
  "finish": "Round finished",
  "rules": "Rule file uploaded",
};

/** @param {string} what */
export function changeName(what) {
  return CHANGES[what] ?? what;
}

/** @type {Record<string, string>} */
export const ROLES = {
  "player": "Player",
  "dealer": "Dealer",
  "pit-boss": "Pit boss",
  "operator": "Operator",
};
