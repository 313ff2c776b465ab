// Builds requests from the values of a form. Pure functions.

/**
 * @typedef {object} Values
 * @property {Readonly<Record<string, string>>} parameters by name; empty ones are not sent
 * @property {string} [body] as it is sent
 */

/**
 * @typedef {object} LabRequest A request without its credential, so that it can be displayed.
 * @property {string} method
 * @property {string} url
 * @property {string} path without the query
 * @property {readonly (readonly [name: string, value: string])[]} headers
 * @property {string | undefined} body
 */

/**
 * @param {import('./site-data.js').Form} form
 * @param {Values} values
 * @param {string} server the origin
 * @returns {LabRequest}
 * @throws Error if a value of the path is missing, or leads to another path
 */
export function buildRequest(form, { parameters, body }, server) {
  rejectInvalidSegments(form, parameters);
  const path = filledPath(form, parameters);
  const query = new URLSearchParams(filled(form, parameters, 'query')).toString();
  return {
    method: form.method,
    url: `${server}${path}${query === '' ? '' : `?${query}`}`,
    path,
    headers: [
      ...filled(form, parameters, 'header'),
      .../** @type {[string, string][]} */ (body === undefined ? [] : [['Content-Type', 'application/json']]),
    ],
    body,
  };
}

/**
 * Returns the path of a form.
 *
 * @param {import('./site-data.js').Form} form
 * @param {Readonly<Record<string, string>>} parameters
 */
export function filledPath(form, parameters) {
  return form.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parameters[name] ?? ''));
}

/**
 * @param {import('./site-data.js').Form} form
 * @param {Readonly<Record<string, string>>} values
 */
function rejectInvalidSegments({ parameters }, values) {
  for (const { name } of parameters.filter((parameter) => parameter.in === 'path')) {
    const value = values[name] ?? '';
    if (value === '') throw new Error(`${name} is empty: enter the ID, because it is a part of the path.`);
    // Browsers resolve these segments, even encoded ones.
    if (/^\.{1,2}$/.test(value))
      throw new Error(`${name} is ${value}, which leads to another path: enter an ID.`);
  }
}

/**
 * @param {import('./site-data.js').Form} form
 * @param {Readonly<Record<string, string>>} parameters
 * @param {'query' | 'header'} location
 * @returns {[string, string][]}
 */
function filled(form, parameters, location) {
  return form.parameters
    .filter((parameter) => parameter.in === location && (parameters[parameter.name] ?? '') !== '')
    .map(({ name }) => [name, parameters[name] ?? '']);
}

/**
 * Returns the value of the header `Authorization`; undefined if the visitor is not signed in to the surface.
 *
 * @param {import('./site-data.js').Form['surface']} surface
 * @param {import('./session.js').Memory} memory
 */
export function authorization(surface, { management, observability }) {
  if (surface === 'management')
    return management && `Basic ${base64(`${management.keyId}:${management.keySecret}`)}`;
  return observability && `Bearer ${observability.token}`;
}

/** The server reads credentials as UTF-8. @param {string} text */
function base64(text) {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}
