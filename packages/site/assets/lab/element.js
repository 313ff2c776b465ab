// Creates elements. Values never become markup.

/** @typedef {string | boolean | undefined | ((event: any) => void)} AttributeValue */

/**
 * Creates an element. Functions become listeners of the event, `true` an empty attribute; `false` and `undefined` are omitted.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Readonly<Record<string, AttributeValue>>} [attributes]
 * @param {(Node | string)[]} children
 */
export function element(name, attributes = {}, ...children) {
  const created = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === 'function') created.addEventListener(attribute, value);
    else if (value === true) created.setAttribute(attribute, '');
    else if (typeof value === 'string') created.setAttribute(attribute, value);
  }
  created.append(...children);
  return created;
}

/**
 * @param {string} text
 * @param {(event: MouseEvent) => void} click
 * @param {Readonly<Record<string, AttributeValue>>} [attributes]
 */
export function button(text, click, attributes = {}) {
  return element('button', { type: 'button', class: 'button', click, ...attributes }, text);
}

let lastId = 0;

/**
 * Returns an id that no other element of the page has.
 *
 * @param {string} name
 */
export function uniqueId(name) {
  lastId += 1;
  return `lab-${name}-${lastId}`;
}

/**
 * Returns text of the contract, in which names are between backticks, as nodes.
 *
 * @param {string} text
 * @returns {Node[]}
 */
export function proseNodes(text) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? element('code', {}, part) : new Text(part)));
}
