/** What may be done now, as buttons: only what the house offers, and why it does not offer more. */

import { typed } from "./betamounts.js";
import { now } from "../../lib/api.js";
import { fill, h, setAttribute } from "../../lib/dom.js";
import { asked, total } from "./draft.js";
import { money } from "../../lib/money.js";
import { needsCompany, PRACTISE } from "../../lib/practice.js";
import { again, alone, bettable, isEarly, occasion, offered } from "../scene.js";

/**
 * @import { OfferedCommand } from "../../lib/api.d.ts"
 * @import { Offer, Scene } from "../scene.js"
 */

const HELD = 400;
/** Milliseconds in which a choice is not taken that has only just come under the pointer or focus. */

export class Controls extends HTMLElement {
  /** @type {Scene | undefined} */
  #scene;
  #drawn = "";
  /** Until when a press is one that was meant for what stood here before. */
  #heldUntil = 0;
  #kept = new Map();
  #follows = false;

  connectedCallback() {
    // a key that is held down presses once
    this.addEventListener("keydown", (event) => {
      const { target } = event;
      if (event.repeat && target instanceof HTMLButtonElement) event.preventDefault();
    });
  }

  /** @param {Scene} scene */
  update(scene) {
    this.#scene = scene;
    const ready = total(scene.draft, scene.placed) > 0;
    const drawn = JSON.stringify([
      again(scene),
      scene.offers,
      scene.withheld,
      ready,
      unsent(scene),
      alone(scene),
      scene.view.need,
    ]);
    this.#showBusy(scene);
    const focus = this.#focused();
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const chose = this.querySelector(".choice") !== null;
    fill(this, this.#groups(scene, ready));
    if (!chose && this.querySelector(".choice")) this.#hold();
    this.#showBusy(scene);
    if (this.#follows && !focus?.checkVisibility({ visibilityProperty: true })) {
      this.#refocus(focus?.dataset.command);
    }
  }

  /**
   * What has the focus of all that is pressed at a table; it may be gone when cards move. Then the
   * focus comes back to what is asked next, unless someone has taken it elsewhere.
   */
  #focused() {
    const focus = /** @type {HTMLElement | null} */ (document.activeElement);
    const here = focus?.closest("cw-controls, cw-chips, cw-place") ? focus : null;
    if (here) this.#follows = true;
    else if (focus && !focus.matches("body, cw-head h1")) this.#follows = false;
    return here;
  }

  /** A choice has come where another button was: who presses that one twice has not chosen. */
  #hold() {
    this.#heldUntil = performance.now() + HELD;
    setTimeout(() => this.#scene && this.#showBusy(this.#scene), HELD);
  }

  /** @param {Element} button */
  #isHeld(button) {
    return performance.now() < this.#heldUntil && button.closest(".choice") !== null;
  }

  /**
   * A button that was really disabled would lose the focus.
   *
   * @param {Scene} scene
   */
  #showBusy({ busy }) {
    for (const button of this.querySelectorAll("button")) {
      setAttribute(button, "aria-disabled", (busy || this.#isHeld(button)) && "true");
    }
  }

  /**
   * The button that had the focus is drawn anew: the focus goes with it, or to what is next.
   *
   * @param {string | undefined} command
   */
  #refocus(command) {
    const same = command && this.querySelector(`[data-command="${command}"]`);
    const next = same || this.querySelector("button.main") || this.querySelector("button");
    if (next instanceof HTMLElement) next.focus();
    else this.closest("cw-table")?.querySelector("h1")?.focus();
  }

  /**
   * Do what a button does, by its command.
   *
   * @param {string} command
   */
  press(command) {
    const button =
      /** @type {HTMLButtonElement | null} */ (this.querySelector(`[data-command="${command}"]`));
    if (!button || this.#scene?.busy) return false;
    button.click();
    return true;
  }

  /**
   * @param {Scene} scene
   * @param {boolean} ready
   */
  #groups(scene, ready) {
    /** @type {Map<number, Offer[]>} */
    const choices = new Map();
    for (
      const offer of [
        ...offered(scene, "choose"),
        ...scene.withheld.filter(({ command }) => command === "choose"),
      ]
    ) {
      const { seat = 0 } = offer;
      choices.set(seat, [...(choices.get(seat) ?? []), offer]);
    }
    return [
      ...[...choices].map(([seat, offers]) => this.#choice(scene, seat, offers)),
      this.#bank(scene),
      this.#deal(scene, ready),
      this.#rest(scene),
    ];
  }

  /**
   * @param {Scene} scene
   * @param {number} seat
   * @param {Offer[]} offers
   */
  #choice(scene, seat, offers) {
    const last = (/** @type {Offer} */ { choice }) => Number(choice === "surrender");
    const open = offers.filter((offer) => !offer.why).sort((one, other) => last(one) - last(other));
    const buttons = open.map((offer) => {
      if (offer.choice === "surrender") {
        return this.#button("surrender", "Surrender", "S", () => this.#choose(seat, "surrender"));
      }
      if (offer.field === "tie") return this.#warWithTie(seat, offer);
      const title = offer.costs ? `Go to war for ${money(offer.costs)}` : "Go to war";
      return this.#button("war", title, "W", () => this.#choose(seat, "war"), true);
    });
    const why = offers.filter((offer) => offer.why).map((offer) =>
      h(
        "p",
        { class: "hint" },
        `No ${offer.choice}${offer.field === "tie" ? " with a tie wager" : ""}: ${offer.why}.`,
      )
    );
    const several = scene.view.seats.filter((player) => player === scene.me).length > 1;
    const what = occasion(scene.sign);
    return h(
      "div",
      { class: "group choice", role: "group", "aria-label": `Choice at seat ${seat}: ${what}` },
      h("p", { class: "ask" }, several ? `A ${what} at seat ${seat}.` : `A ${what}.`),
      ...buttons,
      ...why,
    );
  }

  /**
   * @param {number} seat
   * @param {OfferedCommand} offer
   */
  #warWithTie(seat, offer) {
    const least = offer.amounts?.[0] ?? offer.least ?? 0;
    const { field, says, amount } = this.#amount(
      `tie ${seat}`,
      least,
      "Tie wager on the war",
      offer,
    );
    return h(
      "span",
      { class: "with-amount" },
      this.#button("war-tie", "War with a tie wager of", "", () => {
        const tie = amount();
        if (tie) this.#scene?.send("choose", { seat, choice: "war", tie });
      }),
      field,
      says,
    );
  }

  /** @param {Scene} scene */
  #bank(scene) {
    const [stake] = offered(scene, "post-stake");
    const parts = [];
    if (offered(scene, "take-bank").length) {
      parts.push(
        this.#button(
          "take-bank",
          "Take the bank",
          "",
          () => scene.send("take-bank", {}),
          !isEarly(scene),
        ),
      );
    }
    if (offered(scene, "decline").length) {
      parts.push(this.#button("decline", "Let it pass", "", () => scene.send("decline")));
    }
    if (stake) {
      const usual = Math.min(20 * (stake.least ?? 0), stake.most ?? 0);
      const { field, says, amount } = this.#amount("stake", usual, "Your stake as banker", stake);
      parts.push(
        h(
          "span",
          { class: "with-amount" },
          h("span", { "aria-hidden": "true" }, "Your stake"),
          field,
          says,
          this.#button("post-stake", "Post the stake", "", () => {
            const posted = amount();
            if (posted) this.#scene?.send("post-stake", { amount: posted });
          }, true),
        ),
      );
    }
    if (offered(scene, "give-up-bank").length) {
      parts.push(
        this.#button("give-up-bank", "Give the bank up", "", () => scene.send("give-up-bank")),
      );
    }
    return parts.length ? h("div", { class: "group" }, ...parts) : null;
  }

  /**
   * @param {Scene} scene
   * @param {boolean} ready
   */
  #deal(scene, ready) {
    const betting = bettable(scene).length > 0, waits = offered(scene, "ready").length > 0;
    if (!betting && !waits) return null;
    const lone = alone(scene), early = isEarly(scene), parts = [];
    const byHand = scene.sign.hand_dealt;
    if (ready && !lone && !waits && !unsent(scene)) {
      const title = byHand ? "Your bet lies there" : "You are ready";
      parts.push(h("button", { class: "main", disabled: true }, title));
    } else if (ready) {
      const title = lone
        ? "Deal"
        : early
        ? "Let it pass, and bet"
        : byHand
        ? "Place the bet"
        : unsent(scene)
        ? `Bet ${money(total(scene.draft, scene.placed))}`
        : "I am ready";
      parts.push(this.#button("deal", title, "D", () => this.#scene?.deal(), true));
    } else if (betting && again(scene).length) {
      const sum = again(scene).reduce((cents, { amount }) => cents + amount, 0);
      const title = lone
        ? "Deal again"
        : `${early ? "Let it pass: bet" : "Bet"} ${money(sum)} again`;
      parts.push(this.#button("deal", title, "D", () => this.#scene?.deal(), true));
    } else if (betting) {
      parts.push(h("p", { class: "ask" }, "Lay a chip to bet."));
    }
    if (!ready && waits && !lone && !scene.view.paused) {
      parts.push(this.#button("sit-out", "Sit this round out", "", () => this.#scene?.pass()));
    }
    if (unsent(scene) && ready && betting && !early && !byHand && (!lone || scene.sign.backline)) {
      parts.push(this.#button("place", "Place the bet", "", () => this.#scene?.place()));
    }
    if (!waits && !lone && !early) {
      parts.push(h("p", { class: "hint" }, `Waiting for the ${byHand ? "dealer" : "others"}.`));
    }
    return h("div", { class: "group" }, ...parts);
  }

  /** @param {Scene} scene */
  #rest(scene) {
    const short = scene.withheld.filter(({ command }) => command === "bet")[0];
    const parts = [];
    if (offered(scene, "cut").length) {
      const must = !bettable(scene).length;
      parts.push(this.#button("cut", "Cut the deck", "", () => this.#scene?.cut(), must));
    }
    if (short && !bettable(scene).length) {
      parts.push(
        short.at ? countdown(short.at) : h("p", { class: "hint" }, `No bet: ${short.why}.`),
      );
      if (short.kind === "no-chips") {
        parts.push(this.#button("chips", "Get chips", "", () => this.#scene?.send("chips"), true));
      } else if (!short.at && !scene.view.paused) {
        parts.push(h("a", { href: "/account" }, "Your limits"));
      }
    }
    const [stake] = scene.withheld.filter(({ command }) => ["post-stake", "sit"].includes(command));
    if (stake) {
      const what = stake.command === "sit" ? "No seat" : "No stake";
      parts.push(h("p", { class: "hint" }, `${what}: ${stake.why}.`));
    }
    const { need, seats } = scene.view;
    if (need.type === "players_needed" && seats.includes(scene.me) && needsCompany(scene.sign)) {
      parts.push(
        h("p", { class: "hint" }, "Bots may not bank here. They do at a practice table."),
        this.#button("practise", PRACTISE, "", () => this.#scene?.practise(), true),
      );
    }
    if (offered(scene, "game").length) {
      parts.push(
        this.#button("game", "Play a game of your own", "", () => this.#scene?.send("game"), true),
      );
    }
    return parts.length ? h("div", { class: "group" }, ...parts) : null;
  }

  /**
   * @param {number} seat
   * @param {"surrender" | "war"} choice
   */
  #choose(seat, choice) {
    this.#scene?.send("choose", { seat, choice });
  }

  /**
   * A field for an amount, which keeps what was typed while the buttons around it change; where
   * it is said what is wrong with it; and the amount, 0 if it is wrong.
   *
   * @param {string} name
   * @param {number} usual
   * @param {string} label
   * @param {OfferedCommand} offer
   */
  #amount(name, usual, label, { least = 0, most = 0, amounts, most_by }) {
    const value = this.#kept.get(name) ?? money(usual);
    const id = `says-${name.replace(" ", "-")}`;
    const says = h("span", { class: "says wrong", id, role: "status" });
    const field = /** @type {HTMLInputElement} */ (h("input", {
      inputMode: "decimal",
      size: 8,
      value,
      "aria-label": label,
      "aria-describedby": id,
      oninput: () => this.#kept.set(name, field.value),
    }));
    const amount = () => {
      const unit = this.#scene?.sign.limits.unit ?? 1;
      const { amount, why } = typed(field.value, { least, most, amounts, most_by }, unit);
      says.textContent = why || (amount ? "" : "Write how much.");
      setAttribute(field, "aria-invalid", says.textContent && "true");
      if (says.textContent) field.focus();
      return why ? 0 : amount;
    };
    return { field, says, amount };
  }

  /**
   * @param {string} command
   * @param {string} title
   * @param {string} key
   * @param {() => void} act
   * @param {boolean} [main]
   */
  #button(command, title, key, act, main = false) {
    return h(
      "button",
      {
        class: main ? "main" : "",
        data: { command },
        "aria-keyshortcuts": key || null,
        onclick: (/** @type {MouseEvent} */ { isTrusted, currentTarget }) => {
          // a letter of its own is meant, however soon it comes
          const held = isTrusted && this.#isHeld(/** @type {Element} */ (currentTarget));
          if (!this.#scene?.busy && !held) act();
        },
      },
      title,
      key && h("kbd", { "aria-hidden": "true" }, key),
    );
  }
}

/**
 * How long it is until the next round may begin.
 *
 * @param {number} at
 */
function countdown(at) {
  const says = h("p", { class: "hint soon" });
  const show = () => {
    const seconds = Math.max(1, Math.ceil((at - now()) / 1000));
    says.textContent = `The next round may begin in ${seconds} s.`;
    if (seconds > 1) setTimeout(() => says.isConnected && show(), 250);
  };
  show();
  return says;
}

/**
 * Whether chips are laid out that the house does not know of.
 *
 * @param {Scene} scene
 */
function unsent({ draft, placed }) {
  const { bets, withdrawn } = asked(draft, placed);
  return bets.length + withdrawn.length > 0;
}

customElements.define("cw-controls", Controls);
