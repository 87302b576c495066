/** Wagers left on a table: whenever something happens there, it is asked again what someone has. */

/** @type {Map<string, EventSource>} */
const followed = new Map();

/**
 * Follow these tables, and no others.
 *
 * @param {string[]} tables
 * @param {() => void} ask
 */
export function follow(tables, ask) {
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
