/** What is done for or to one person, in a dialog: role, ban, sessions, password; each for a reason. */

import { now, post } from "../lib/api.js";
import { attempt, noRefusal } from "../lib/loading.js";
import { linkField, openDialog } from "../lib/dialogs.js";
import { fill, h } from "../lib/dom.js";
import { session } from "../lib/session.js";
import { Changes } from "./changes.js";
import { ROLES } from "./labels.js";

/** @import { PersonRow } from "../lib/api.d.ts" */

const DAY = 86_400_000;
/** @type {[string, number][]} */
const LENGTHS = [
  ["A day", DAY],
  ["A week", 7 * DAY],
  ["30 days", 30 * DAY],
  ["A year", 365 * DAY],
  ["For good", 100 * 365 * DAY],
];

/**
 * @param {PersonRow} person
 * @param {() => void} changed
 */
export function lookAfter(person, changed) {
  const may = session.me?.may ?? [];
  const at = /** @type {const} */ (`/api/people/${encodeURIComponent(person.player)}`);
  const refused = noRefusal(), said = h("div", { role: "status" });
  const why = /** @type {HTMLInputElement} */ (h("input", {
    required: true,
    maxLength: 200,
    autocomplete: "off",
  }));
  const is = h("p", { class: "dim" });
  const office = (/** @type {string} */ role) => {
    is.textContent = `${person.kind}, ${ROLES[role] ?? role}`;
  };
  const changes = new Changes(person.player);
  const banned = (person.banned_until ?? 0) > now();
  const form = /** @type {HTMLFormElement} */ (h("form", { class: "pit-form" }));
  form.addEventListener("submit", (event) => event.preventDefault());
  let busy = false;
  /**
   * @param {string} says
   * @param {() => Promise<(import("../lib/dom.js").Child | import("../lib/dom.js").Child[])[]>} what
   */
  const act = (says, what) => {
    const run = async () => {
      if (busy || !form.reportValidity()) return;
      busy = true;
      fill(said);
      await attempt(async () => fill(said, ...await what()), refused);
      busy = false;
      why.value = "";
      changes.refresh();
      changed();
    };
    return h("button", { type: "button", onclick: run }, says);
  };
  const role = select(Object.entries(ROLES), person.role);
  const length = select(LENGTHS.map(([says, time]) => [String(time), says]), String(DAY));
  const rows = [
    may.includes("role") &&
    h(
      "p",
      { class: "row" },
      h("label", {}, "Role ", role),
      act("Give this role", async () => {
        const given = /** @type {PersonRow["role"]} */ (role.value);
        await post(`${at}/role`, { role: given, why: why.value });
        office(given);
        return [`${person.name} is now: ${ROLES[given]}.`];
      }),
    ),
    may.includes("ban") && !banned &&
    h(
      "p",
      { class: "row" },
      h("label", {}, "Ban for ", length),
      act("Ban", async () => {
        const until = Math.round(now()) + Number(length.value);
        await post(`${at}/ban`, { until, why: why.value });
        return [`${person.name} is banned.`];
      }),
    ),
    h(
      "p",
      { class: "row" },
      may.includes("ban") && banned && act("Lift the ban", async () => {
        await post(`${at}/unban`, { why: why.value });
        return [`${person.name} may come again.`];
      }),
      may.includes("sessions") && act("End all sessions", async () => {
        const { ended } = await post(`${at}/sessions/end`, { why: why.value });
        return [`${ended} session${ended === 1 ? "" : "s"} ended.`];
      }),
      may.includes("password") && person.kind === "member" &&
        act("Let them choose a password", async () => {
          const { link } = await post(`${at}/password`, { why: why.value });
          return [
            h("p", {}, "Whoever opens this link within a day may choose a new password, once:"),
            linkField(new URL(link, location.href).href, "Link to a new password"),
          ];
        }),
    ),
  ];
  openDialog(person.name, (close) => {
    office(person.role);
    fill(form, h("label", { class: "wide" }, "Reason", why), rows);
    return [
      is,
      form,
      refused,
      said,
      changes.element,
      h("button", { class: "main", onclick: close }, "Done"),
    ];
  });
  changes.refresh();
}

/**
 * @param {[string, string][]} options values and what they are called
 * @param {string} chosen
 */
function select(options, chosen) {
  const made = /** @type {HTMLSelectElement} */ (h(
    "select",
    {},
    options.map(([value, says]) => h("option", { value }, says)),
  ));
  made.value = chosen;
  return made;
}
