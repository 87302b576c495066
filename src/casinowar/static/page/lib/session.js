/**
 * Who is here, and what they have: only what the house has said. Whoever has no session becomes a
 * guest when they come to a table.
 */

import { get, now, post, Problem, strangers } from "./api.js";
import { moment, purse } from "./bar/purse.js";

/** @import { Me } from "./api.d.ts" */

const CAME = "casinowar.came";
/** Who is here, or that their session has ended. */
const MEMBER = "casinowar.member";
/** Whether they have a name and a password: they do not become a guest unasked. */
const ENDED = "ended";
const EXCLUDED = "casinowar.excluded";
/** Until when a member who was here has excluded themselves. */
const DAY = 86_400_000;
const KNOWN = "casinowar_known";
/** A cookie that says that a page without a script has begun a session. */

class Session extends EventTarget {
  /** @type {Me | null} */
  me = null;
  /** @type {Promise<Me> | null} */
  #coming = null;
  #follows = false;
  /** When the house last said who is here: what was asked before, another session asked. */
  #since = 0;

  constructor() {
    super();
    // a link of the house's made someone known, on a page without a script
    const asked = new URLSearchParams(location.search).has("known");
    if (asked || document.cookie.includes(`${KNOWN}=`)) {
      localStorage.setItem(CAME, "known");
      document.cookie = `${KNOWN}=; Path=/; Max-Age=0; SameSite=Strict`;
    }
    if (asked) history.replaceState(null, "", location.pathname);
    strangers.addEventListener("refused", (event) => {
      if (/** @type {CustomEvent<number>} */ (event).detail >= this.#since) this.#end();
    });
    addEventListener("storage", ({ key, newValue }) => {
      if (key === CAME) this.#heard(newValue);
      if (key === EXCLUDED) this.dispatchEvent(new Event("change"));
    });
  }

  /**
   * Another tab has come in, or signed in or out: what is shown here is another's then.
   *
   * @param {string | null} player
   */
  #heard(player) {
    if (this.me?.player === player) return;
    if (!player) location.assign("/");
    else if (this.me) location.reload();
    else this.remember().catch(() => {}); // the next request says that the house does not answer
  }

  /** Come in, if not done yet. */
  ensure() {
    this.#coming ??= this.#come().then((me) => this.#became(me), (error) => {
      this.#coming = null;
      throw error;
    });
    return this.#coming;
  }

  /** @returns {Promise<Me>} */
  async #come() {
    if (this.rests) throw new Problem(403, { type: "excluded", detail: this.rests });
    if (this.ended) throw new Problem(401, { type: "not-signed-in" });
    return localStorage.getItem(MEMBER) ? await get("/api/me") : await post("/api/guest");
  }

  /** Who was here before is known again; nobody becomes a guest by looking. */
  async remember() {
    if (localStorage.getItem(CAME) && !this.ended) await this.ensure().catch(unlessEnded);
  }

  /** Who is here as the house knows them now, if anybody is. */
  async recall() {
    await this.remember();
    if (this.me) await this.refresh().catch(unlessEnded);
  }

  /** Whether the house has ended the session, and nobody has come in since. */
  get ended() {
    return localStorage.getItem(CAME) === ENDED;
  }

  /**
   * That whoever was here last has excluded themselves and until when, if nobody has come in since:
   * nobody becomes a guest instead.
   */
  get rests() {
    const until = Number(localStorage.getItem(EXCLUDED)), came = localStorage.getItem(CAME);
    if (until <= now()) localStorage.removeItem(EXCLUDED);
    else if (!came || came === ENDED) return `You have excluded yourself until ${moment(until)}.`;
    return "";
  }

  /** The house knows nobody here: whoever was is told, and asked who they are. */
  #end() {
    if (this.ended || !(this.me || localStorage.getItem(MEMBER))) return;
    localStorage.setItem(CAME, ENDED);
    localStorage.removeItem(MEMBER);
    this.#forget();
  }

  /** Whose session has ended goes on as somebody new. */
  startAnew() {
    localStorage.removeItem(CAME);
    this.#forget();
  }

  /** Ask again what there is. */
  async refresh() {
    await this.ensure();
    return this.#became(await get("/api/me"));
  }

  /**
   * Someone has left a table, where they were last told what they have; more may have come since.
   *
   * @param {string} table
   * @param {number} balance
   * @param {number} inPlay what they have wagered there
   */
  async left(table, balance, inPlay) {
    if (!this.me) return;
    const { [table]: _, ...others } = this.me.at_tables;
    const at_tables = inPlay ? { ...others, [table]: inPlay } : others;
    this.#became({ ...this.me, balance, at_tables });
    await this.refresh().catch(() => {}); // what was told stands until the house answers
  }

  /**
   * A guest keeps everything, under a name.
   *
   * @param {string} name
   * @param {string} password
   */
  async register(name, password) {
    await this.ensure();
    return this.#became(await post("/api/register", { name, password }));
  }

  /**
   * Who has excluded themselves elsewhere does not come in here, and is not invited to be a guest.
   *
   * @param {string} name
   * @param {string} password
   */
  async signIn(name, password) {
    const me = await post("/api/sign-in", { name, password }).catch((error) => {
      if (error.kind === "excluded") {
        localStorage.setItem(EXCLUDED, error.until);
        this.dispatchEvent(new Event("change"));
      }
      throw error;
    });
    return this.#became(me);
  }

  async signOut() {
    await post("/api/sign-out").catch(unlessEnded);
    this.#leave();
  }

  #leave() {
    localStorage.removeItem(CAME);
    localStorage.removeItem(MEMBER);
    this.#forget();
  }

  /**
   * Exclude a member, whose every session the house ends. It is kept here before it is done: another
   * tab may see that its session has ended before the answer comes.
   *
   * @param {number} days
   * @returns {Promise<number>} until when
   */
  async exclude(days) {
    localStorage.setItem(EXCLUDED, String(now() + days * DAY));
    const { excluded_until } = await post("/api/me/exclude", { days }).catch((error) => {
      localStorage.removeItem(EXCLUDED);
      throw error;
    });
    localStorage.setItem(EXCLUDED, String(excluded_until));
    this.#leave();
    return excluded_until;
  }

  /** @returns {Promise<number>} how many sessions elsewhere were ended */
  async endOthers() {
    return (await post("/api/sessions/end-others")).ended;
  }

  /** Get chips, when broke. */
  async refill() {
    const had = this.me?.balance ?? 0;
    const { balance } = await post("/api/chips");
    purse.granted(balance - had);
    return this.refresh();
  }

  #forget() {
    this.#coming = null;
    this.me = null;
    purse.forget();
    this.dispatchEvent(new Event("change"));
  }

  /** Wagers that were left on a table are followed until they are decided. */
  async #follow() {
    const tables = this.me && !purse.shown ? Object.keys(this.me.at_tables) : [];
    if (!tables.length && !this.#follows) return;
    this.#follows = tables.length > 0;
    const { follow } = await import("./openwagers.js");
    follow(tables, () => this.refresh().catch(() => {})); // the bar says that nothing answers
  }

  /** @param {Me} me */
  #became(me) {
    if (this.me && this.me.player !== me.player) purse.forget();
    this.me = me;
    this.#since = performance.now();
    this.#follow().catch(() => {}); // what did not come is asked for with the next answer
    this.#coming = Promise.resolve(me);
    localStorage.setItem(CAME, me.player);
    if (me.kind === "member") localStorage.setItem(MEMBER, "yes");
    else localStorage.removeItem(MEMBER);
    this.dispatchEvent(new Event("change"));
    return me;
  }
}

/**
 * A session may have been ended from elsewhere: then nobody is here, which is no failure.
 *
 * @param {unknown} error
 */
function unlessEnded(error) {
  if (!(error instanceof Problem) || error.kind !== "not-signed-in") throw error;
}

export const session = new Session();
