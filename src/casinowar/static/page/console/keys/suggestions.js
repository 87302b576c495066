/** Keys with what a field is likely to be answered: nobody types with gloves on. */

import { h } from "../../lib/dom.js";

/**
 * @param {HTMLInputElement} field
 * @param {string[]} likely
 */
export function answers(field, likely) {
  const key = (/** @type {string} */ answer) => {
    const onclick = () => {
      field.value = answer;
    };
    return h("button", { type: "button", onclick }, answer);
  };
  return likely.length > 0 && h("div", { class: "answers" }, likely.map(key));
}
