/** A rule file of one's own: checked and priced by the house, and opened as a table for everyone. */

import { post } from "../lib/api.js";
import { navigate } from "../app.js";
import { attempt, noRefusal } from "../lib/loading.js";
import { openDialog } from "../lib/dialogs.js";
import { fill, h } from "../lib/dom.js";
import { edgeOf } from "../lib/money.js";
import { cents } from "../lib/formamounts.js";

/** @import { Finding, PricedReading, UploadedRules } from "../lib/api.d.ts" */

export function askRuleFile() {
  const text = /** @type {HTMLTextAreaElement} */ (h("textarea", {
    rows: 10,
    required: true,
    spellcheck: false,
    maxLength: 60000,
  }));
  const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: ".toml" }));
  const refused = noRefusal(), judged = h("div", { class: "judged" });
  // prices are of the text that was sent, and so would be the table; a refusal says what to mend
  const edited = () => {
    if (judged.hasChildNodes()) fill(judged, h("p", {}, "The text is another now: check it."));
  };
  text.addEventListener("input", edited);
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    text.value = await chosen.text();
    edited();
  });
  openDialog("A rule file", (close) => {
    const send = async (/** @type {Event} */ event) => {
      event.preventDefault();
      fill(judged, h("p", { "aria-busy": "true" }, "It is checked and priced…"));
      const error = await attempt(async () => {
        const sent = text.value, done = await post("/api/rules", { text: sent });
        if (text.value !== sent) return;
        fill(judged, ...verdict(done, close));
        judged.querySelector("h3")?.scrollIntoView({ block: "nearest" });
      }, refused);
      if (error || !refused.hidden) fill(judged);
    };
    return [
      h("p", {}, "It is kept by its SHA-256, and a table can be opened under it."),
      h(
        "form",
        { onsubmit: send, class: "pit-form" },
        h("label", {}, "A file", file),
        h("label", {}, "Or its text", text),
        h(
          "div",
          { class: "row" },
          h("button", { class: "main" }, "Check it"),
          h("button", { type: "button", onclick: close }, "Close"),
        ),
      ),
      refused,
      judged,
    ];
  });
}

/**
 * @param {UploadedRules} done
 * @param {() => void} close
 */
function verdict(done, close) {
  const warnings = done.findings.filter(({ severity }) => severity === "warning").length;
  const notes = done.findings.length - warnings;
  const says = warnings
    ? `${done.name} can be used, but has ${warnings} warning${warnings > 1 ? "s" : ""}`
    : `${done.name} is sound`;
  return [
    h("h3", {}, `${says}${notes ? `, and ${notes} note${notes > 1 ? "s" : ""}` : ""}.`),
    done.findings.length > 0 && h("ul", { class: "findings" }, done.findings.map(found)),
    h("h3", {}, "What it costs the players"),
    done.readings.map((reading) => priced(reading)),
    opening(done, close),
  ];
}

/** @param {Finding} finding */
function found({ severity, reading, field, says, mend }) {
  return h(
    "li",
    { class: `is-${severity}` },
    h("strong", {}, severity),
    ` ${field ?? "the whole file"}${reading ? `, reading ${reading}` : ""}: ${says} `,
    h("span", { class: "dim" }, severity === "note" ? mend : `To fix it: ${mend}`),
  );
}

const AUTHORISED = "Authorised limit, if the rules ask for one";

/** @param {PricedReading} reading */
function priced({ name, says, decks, edges, warning }) {
  return h(
    "div",
    {},
    h("p", {}, h("strong", {}, name), ` (${decks} decks): ${says}`),
    h("ul", {}, edges.map((edge) => h("li", {}, `${edge.wager}: ${edgeOf(edge)}`))),
    warning && h("p", { class: "warning" }, warning),
  );
}

/**
 * @param {UploadedRules} done
 * @param {() => void} close
 */
function opening(done, close) {
  const reading = /** @type {HTMLSelectElement} */ (h(
    "select",
    {},
    done.readings.map(({ name }) => h("option", { value: name }, name)),
  ));
  const yes = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
  const practice = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
  const authorised = /** @type {HTMLInputElement} */ (h("input", { inputMode: "decimal" }));
  const refused = noRefusal();
  const favours = done.readings.some(({ warning }) => warning);
  const opens = /** @type {HTMLButtonElement} */ (h(
    "button",
    { class: "main" },
    "Open a table for everyone",
  ));
  const open = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (opens.disabled) return;
    opens.disabled = true;
    await attempt(async () => {
      const { table } = await post("/api/tables", {
        rules: done.sha256,
        reading: reading.value,
        public: true,
        players_may_have_edge: yes.checked,
        practice: practice.checked,
        authorised: authorised.value.trim() ? cents(authorised.value, AUTHORISED) : null,
      });
      close();
      await navigate(`/pit/${table}`);
    }, refused);
    opens.disabled = false;
  };
  return h(
    "form",
    { onsubmit: open, class: "pit-form" },
    h("label", {}, "Reading", reading),
    h("label", {}, AUTHORISED, authorised),
    h("label", {}, practice, " Practice table, without such a limit"),
    favours && h("label", {}, yes, " The players may have the edge"),
    refused,
    opens,
  );
}
