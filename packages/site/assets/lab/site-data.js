// Loads the data that the build wrote next to these modules.

/**
 * @typedef {object} Parameter
 * @property {string} name
 * @property {'path' | 'query' | 'header'} in
 * @property {boolean} required
 * @property {string} description
 * @property {string} example
 */

/**
 * @typedef {object} Form The inputs of an operation.
 * @property {string} operationId
 * @property {'management' | 'observability'} surface
 * @property {string} method
 * @property {string} path
 * @property {string} summary
 * @property {readonly Parameter[]} parameters
 * @property {readonly { name: string, summary: string, text: string }[]} [examples] of the body; absent without a body
 * @property {readonly string[]} [secrets] the locations of secrets in the body, as JSON pointers
 * @property {string} [creates] the path parameter that the id of the created resource fills
 * @property {string} [lists] the path parameter that the ids of the listed resources fill
 * @property {boolean} returnsPipe whether the response is a pipe
 */

/**
 * @typedef {object} Terms The words that explain responses.
 * @property {Readonly<Record<string, string>>} statuses reason phrases
 * @property {Readonly<Record<string, { name: string, description: string }>>} headers by name in lower case
 * @property {Readonly<Record<string, { title: string, page: string }>>} problems by code; pages are relative to the site's folder
 */

/** @typedef {Readonly<Record<string, { steady: boolean, meaning: string }>>} States */

/**
 * @typedef {object} Command
 * @property {readonly string[]} from
 * @property {readonly string[]} changesNothing
 * @property {string} rejectedWith
 * @property {boolean} [onlyReplicating]
 * @property {string} [otherwise]
 */

/**
 * @typedef {object} PipeLife The life cycles of pipes, as the contract describes them.
 * @property {States} states
 * @property {Readonly<Record<string, Command>>} commands
 * @property {Readonly<Record<string, { title: string, replicates: boolean, picture: string }>>} lifeCycles
 */

const siteRoot = new URL('..', import.meta.url);

/** @type {Map<string, Promise<any>>} */
const loaded = new Map();

/** @param {string} operationId @returns {Promise<Form>} */
export function loadForm(operationId) {
  return load(`forms/${operationId}.json`);
}

/** @returns {Promise<Terms>} */
export function loadTerms() {
  return load('terms.json');
}

/** @returns {Promise<PipeLife>} */
export function loadPipeLife() {
  return load('pipe-life.json');
}

/**
 * Returns the picture of a life cycle. Its style sheet is left out, because the policy of the page blocks style elements; the style
 * sheet of the site has rules for it.
 *
 * @param {string} path relative to the site's folder
 * @returns {Promise<SVGSVGElement>}
 */
export async function loadPicture(path) {
  const response = await fetch(new URL(path, siteRoot));
  const text = (await response.text()).replace(/<style>.*?<\/style>/s, '');
  const picture = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  return /** @type {any} */ (document.importNode(picture, true));
}

/** Returns the link to a page of the site, from any page. @param {string} path */
export function siteLink(path) {
  return new URL(path, siteRoot).href;
}

/** @param {string} path */
function load(path) {
  const known = loaded.get(path);
  if (known) return known;
  const loading = read(path);
  loaded.set(path, loading);
  loading.catch(() => loaded.delete(path));
  return loading;
}

/** @param {string} path */
async function read(path) {
  const response = await fetch(new URL(path, import.meta.url));
  if (!response.ok) throw new Error(`lab/${path} has status ${response.status}. Reload the page.`);
  return response.json();
}
