/** Elements, made in one line each: no markup is ever read from a text. */

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 */

/**
 * An element with its properties and children. What begins with "on" is a listener, what has a
 * hyphen or is no property of the element is an attribute; `null` and `false` leave it out.
 *
 * @param {string} tag
 * @param {Record<string, any>} [given]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, given = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class") made.className = value;
    else if (name === "data") Object.assign(made.dataset, value);
    else if (name in made && !name.includes("-")) /** @type {any} */ (made)[name] = value;
    else setAttribute(made, name, value);
  }
  made.append(...kept(children));
  return made;
}

/**
 * Give an element other children.
 *
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren(...kept(children));
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function kept(children) {
  return children.flat().filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => child instanceof Node ? child : String(child));
}

/**
 * The address of a file of the page.
 *
 * @param {string} path as "css/tools.css"
 */
export function fileOf(path) {
  return new URL(`../${path}`, import.meta.url).href;
}

/**
 * Have a style sheet of the page loaded, once.
 *
 * @param {string} path as "css/tools.css"
 * @returns {Promise<void>} when it is there
 */
export function styled(path) {
  const href = fileOf(path);
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const onload = () => resolve();
    const onerror = () => reject(new Error(`${path} did not come`));
    document.head.append(h("link", { rel: "stylesheet", href, onload, onerror }));
  });
}
