/** The table. */

import { h } from "../dom.js";

/** @param {Record<string, string>} parameters */
export const screen = ({ table }) => h("h1", {}, `Table ${table}`);
