// Remembers choices of the reader for all pages of the site. A browser can forbid it: then a choice lasts as long as the page.

/**
 * Returns a remembered choice. Undefined without one, and if another program has changed it to something that is not JSON.
 *
 * @param {string} name
 */
export function rememberedChoice(name) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(name))) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} name
 * @param {unknown} value a value that JSON can represent
 */
export function rememberChoice(name, value) {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(value));
  } catch {
    // The browser forbids it.
  }
}

function keyOf(name) {
  return `penstock.${name}`;
}
