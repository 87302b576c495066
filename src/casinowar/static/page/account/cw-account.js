/**
 * One's account: a guest keeps the balance under a name, a member signs in and out; and chips for
 * whoever is broke. Every change is made by the house, and its refusals stand beside the form.
 */

import { now } from "../lib/api.js";
import { announce } from "../lib/announcements.js";
import { attempt, fillWhenAsked, noRefusal } from "../lib/loading.js";
import { openDialog } from "../lib/dialogs.js";
import { fill, h, styled } from "../lib/dom.js";
import { money } from "../lib/money.js";
import { session } from "../lib/session.js";
import "./cw-limits.js";

await styled("css/tools.css");

const LEAST = 8;
/** Characters of a password; the house has the last word. */

/** @import { Me } from "../lib/api.d.ts" */

export class Account extends HTMLElement {
  #changed = () => this.#show();
  #drawn = "";
  #limits = document.createElement("cw-limits");

  connectedCallback() {
    document.title = "Account · casinowar";
    fillWhenAsked(this, async () => {
      await session.recall();
      session.addEventListener("change", this.#changed);
      return this.#content();
    });
  }

  disconnectedCallback() {
    session.removeEventListener("change", this.#changed);
  }

  /** Who is as they were is not shown anew: somebody may be typing. */
  #show() {
    if (this.#drawn !== state()) fill(this, this.#content());
  }

  #content() {
    const { me } = session;
    this.#drawn = state();
    const title = h("h1", { tabIndex: -1 }, "Account");
    if (!me) return [title, h("div", { class: "account" }, stranger(), this.#signIn(null))];
    const who = me.kind === "guest" ? [this.#register(me), this.#signIn(me)] : [this.#sessions(me)];
    const chips = this.#chips(me);
    const panels = has(me) < me.refill.below ? [chips, ...who] : [...who, chips];
    return [
      title,
      h("div", { class: "account" }, this.#summary(me), ...panels, this.#limits),
    ];
  }

  /**
   * Something was done: it is said, and the screen is as it is now.
   *
   * @param {string} sentence
   */
  #done(sentence) {
    announce(sentence);
    this.querySelector("h1")?.focus();
  }

  /** @param {Me} me */
  #summary(me) {
    const tables = Object.entries(me.at_tables);
    const sum = tables.reduce((whole, [, amount]) => whole + amount, 0);
    const kind = me.kind === "guest" ? "a guest" : "a member";
    const rows = [
      ["Name", `${me.name}, ${me.role === "operator" ? "the operator" : kind}`],
      ["Balance", money(me.balance)],
      ...(sum ? [["On the tables", money(sum)]] : []),
    ];
    return h(
      "section",
      { class: "panel", "aria-label": "What you have" },
      h(
        "dl",
        { class: "facts" },
        rows.flatMap(([title, text]) => [h("dt", {}, title), h("dd", {}, text)]),
      ),
      h(
        "p",
        { class: "row" },
        h("a", { href: "/rounds" }, "My rounds"),
        me.seats.map((table) => h("a", { href: `/tables/${table}` }, "Back to your seat")).slice(
          0,
          1,
        ),
        me.kind === "guest" &&
          h("button", { class: "quiet", onclick: () => this.#leave(me) }, "Sign out"),
      ),
    );
  }

  /**
   * A guest who signs out is gone: that is asked twice.
   *
   * @param {Me} me
   */
  #leave(me) {
    const failed = noRefusal();
    openDialog(`Give up ${me.name}?`, (close) => [
      h(
        "p",
        {},
        `Without a name and a password nobody can be ${me.name} again: ${
          money(has(me))
        } and every `,
        "round stay behind.",
      ),
      failed,
      h(
        "div",
        { class: "row" },
        h("button", { class: "main", onclick: close }, "Stay"),
        h(
          "button",
          {
            onclick: () =>
              attempt(async () => {
                await session.signOut();
                close();
                this.#done(`${me.name} is signed out.`);
              }, failed),
          },
          "Give it up",
        ),
      ),
    ]);
  }

  /** @param {Me} me */
  #register(me) {
    return h(
      "section",
      { class: "panel" },
      h("h2", {}, "Create an account to keep your chips"),
      h(
        "p",
        {},
        `${me.name} is known to this browser alone. With a name and a password you keep your `,
        "balance, your seats and your rounds, and can come back from anywhere.",
      ),
      credentials("Create account", "new-password", async (name, password) => {
        const { name: called } = await session.register(name, password);
        this.#done(`You are ${called} from now on.`);
      }),
    );
  }

  /** @param {Me | null} guest */
  #signIn(guest) {
    return h(
      "section",
      { class: "panel" },
      h("h2", {}, "Sign in"),
      guest && h(
        "p",
        { class: "dim" },
        `If you have a name here. ${guest.name} stays behind then, with `,
        `${money(guest.balance)} and every round: nobody can be this guest again.`,
      ),
      credentials("Sign in", "current-password", async (name, password) => {
        const { name: called } = await session.signIn(name, password);
        this.#done(`You are signed in as ${called}.`);
      }),
    );
  }

  /** @param {Me} me */
  #sessions(me) {
    const said = h("p", { role: "status" });
    const failed = noRefusal();
    const elsewhere = async () => {
      const ended = await session.endOthers();
      said.textContent = ended
        ? `Signed out elsewhere: ${ended === 1 ? "one session" : `${ended} sessions`}.`
        : "You are signed in nowhere else.";
    };
    const out = async () => {
      await session.signOut();
      this.#done(`${me.name} is signed out.`);
    };
    const act = (/** @type {() => Promise<void>} */ what) => () => attempt(what, failed);
    return h(
      "section",
      { class: "panel" },
      h("h2", {}, "Signed in"),
      h("p", {}, `As ${me.name}, here and wherever else you signed in.`),
      failed,
      h(
        "p",
        { class: "row" },
        h("button", { onclick: act(out) }, "Sign out"),
        h("button", { onclick: act(elsewhere) }, "Sign out everywhere else"),
      ),
      said,
    );
  }

  /** @param {Me} me */
  #chips(me) {
    const { amount, below, at } = me.refill;
    const title = h("h2", {}, "Chips");
    const broke = has(me) < below;
    const offer = `Whoever has less than ${money(below)}, on the tables too, gets ` +
      `${money(amount)} for nothing.`;
    if (at === null) {
      const never = `This house gives no more chips than those ${me.name} came with.`;
      return h("section", { class: "panel" }, title, h("p", {}, never));
    }
    const later = at > now();
    const failed = noRefusal();
    const get = () =>
      attempt(async () => {
        await session.refill();
        this.#done(`You have ${money(amount)} more.`);
      }, failed);
    return h(
      "section",
      { class: "panel" },
      title,
      failed,
      h("p", {}, broke && !later ? "You are broke. It happens." : offer),
      later && h("p", { class: "next-refill" }, `The next time: ${soon(at)}.`),
      broke && !later &&
        h("p", {}, h("button", { class: "main", onclick: get }, `Get ${money(amount)}`)),
    );
  }
}

/** What is shown of whoever is here, or was. */
function state() {
  return JSON.stringify([session.me, session.rests]);
}

function stranger() {
  const { rests } = session;
  if (rests) {
    return h(
      "section",
      { class: "panel" },
      h("h2", {}, "You take a break"),
      h("p", { class: "excluded" }, rests),
      h("p", {}, "You are signed out, and can sign in again then."),
    );
  }
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, "Nobody yet"),
    h(
      "p",
      {},
      "Sit down at a table and you are a guest, with chips. Here you can give the guest a name ",
      "and a password then, and keep what you win.",
    ),
    h("a", { class: "button main", href: "/" }, "To the tables"),
  );
}

/**
 * A form for a name and a password.
 *
 * @param {string} does
 * @param {string} kind what a browser's own memory may fill in
 * @param {(name: string, password: string) => Promise<void>} send
 */
function credentials(does, kind, send) {
  const isNew = kind === "new-password";
  const input = (
    /** @type {object} */ given,
  ) => /** @type {HTMLInputElement} */ (h("input", { required: true, ...given }));
  const name = input({ autocomplete: "username", maxLength: 32, autocapitalize: "none" });
  const password = input({
    type: "password",
    autocomplete: kind,
    minLength: isNew ? LEAST : 0,
    maxLength: 200,
  });
  const button = /** @type {HTMLButtonElement} */ (h("button", { class: "main" }, does));
  const failed = noRefusal();
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    button.disabled = true;
    const error = await attempt(() => send(name.value.trim(), password.value), failed);
    button.disabled = false;
    if (!error) return;
    (["name-taken", "bad-name"].includes(error.kind) ? name : password).focus();
  };
  return h(
    "form",
    { onsubmit: submit },
    h(
      "div",
      { class: "fields" },
      h("label", {}, "Name", name),
      h(
        "label",
        {},
        isNew ? `Password, ${LEAST} characters or more` : "Password",
        password,
      ),
    ),
    failed,
    h("p", {}, button),
  );
}

/**
 * All that someone has, on the tables too.
 *
 * @param {Me} me
 */
function has(me) {
  return Object.values(me.at_tables).reduce((sum, amount) => sum + amount, me.balance);
}

/**
 * When it will be, and how long that is.
 *
 * @param {number} at
 */
function soon(at) {
  const minutes = Math.max(1, Math.round((at - now()) / 60_000));
  const wait = minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  const time = new Date(at).toLocaleTimeString(undefined, { timeStyle: "short" });
  return `in ${wait}, at ${time}`;
}

customElements.define("cw-account", Account);

export const screen = () => document.createElement("cw-account");
