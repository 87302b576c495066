/** Wagers left on a table: whenever something happens there, it is asked again what someone has. */

/** @type {Map<string, EventSource>} */
const followed = new Map();

const MOST = 2;
/** How many are followed: a browser has six connections to a house, and the screen needs some. */

/**
 * Follow these tables, or the first of them, and no others.
 *
 * @param {string[]} every
 * @param {() => void} ask
 */
export function follow(every, ask) {
  const tables = every.slice(0, MOST);
  for (const [table, source] of followed) {
    if (tables.includes(table)) continue;
    source.close();
    followed.delete(table);
  }
  for (const table of tables) {
    if (followed.has(table)) continue;
    const source = new EventSource(`/api/tables/${table}/events`);
    source.addEventListener("state", ask);
    source.addEventListener("closed", () => source.close());
    followed.set(table, source);
  }
}
