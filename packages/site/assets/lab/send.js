// Sends requests, and remembers the ids and entity tags of the responses.
import { authorization, buildRequest } from './request.js';

/**
 * @typedef {object} LabResponse
 * @property {number} status
 * @property {readonly (readonly [name: string, value: string])[]} headers
 * @property {string} text
 * @property {any} json undefined if the body is not JSON
 */

/**
 * @typedef {object} Call
 * @property {import('./site-data.js').Form} form
 * @property {import('./request.js').LabRequest} request
 * @property {number} milliseconds
 * @property {LabResponse} [response] absent if there was none
 * @property {string} [failure] why there is no response
 */

/** The number of ids per parameter, and of entity tags per resource, that are remembered. */
const MANY = 20;

/**
 * Sends a request with the credential of its surface.
 *
 * @param {import('./session.js').Session} session
 * @param {import('./site-data.js').Form} form
 * @param {import('./request.js').Values} values
 * @param {{ server: string, signal?: AbortSignal }} options
 * @returns {Promise<Call>}
 * @throws Error if the request cannot be built
 */
export async function send(session, form, values, { server, signal }) {
  const request = buildRequest(form, values, server);
  const credential = authorization(form.surface, session.memory);
  const start = performance.now();
  try {
    const received = await fetch(request.url, {
      method: request.method,
      headers: [
        ...request.headers.map(([name, value]) => /** @type {[string, string]} */ ([name, value])),
        .../** @type {[string, string][]} */ (
          credential === undefined ? [] : [['Authorization', credential]]
        ),
      ],
      ...(request.body === undefined ? {} : { body: request.body }),
      // The browser adds no cookie and no password of its own, and asks for none.
      credentials: 'omit',
      cache: 'no-store',
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await received.text();
    const milliseconds = Math.round(performance.now() - start);
    const response = { status: received.status, headers: [...received.headers], text, json: parsed(text) };
    if (received.ok) learn(session, form, values, request, response);
    return { form, request, milliseconds, response };
  } catch (error) {
    const milliseconds = Math.round(performance.now() - start);
    return { form, request, milliseconds, failure: failureOf(error, server) };
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {unknown} error
 * @param {string} server
 */
function failureOf(error, server) {
  if (error instanceof DOMException && error.name === 'AbortError') return 'The request was cancelled.';
  if (error instanceof TypeError && /header|fetch.*'headers'/i.test(error.message))
    return 'A header has a character that HTTP does not allow. Correct the header and send the request again.';
  if (server === location.origin) return `There is no response from ${server}. Check that it is running.`;
  return `There is no response from ${server}. Either it is not running, or it does not allow requests from ${location.origin} (CORS).`;
}

/**
 * Remembers the ids and the entity tag of a successful request.
 *
 * @param {import('./session.js').Session} session
 * @param {import('./site-data.js').Form} form
 * @param {import('./request.js').Values} values
 * @param {import('./request.js').LabRequest} request
 * @param {LabResponse} response
 */
function learn(session, form, values, request, response) {
  const content = response.json?.result ?? response.json?.data;
  const isDeleted = form.method === 'DELETE';
  const inPath = form.parameters.filter((parameter) => parameter.in === 'path');
  const last = inPath.at(-1);
  const ids = { ...session.memory.ids };
  for (const { name } of inPath) ids[name] = withFirst(ids[name], [{ id: values.parameters[name] ?? '' }]);
  if (isDeleted && last) ids[last.name] = (ids[last.name] ?? []).slice(1);
  if (form.creates && content?.id) ids[form.creates] = withFirst(ids[form.creates], [known(content)]);
  if (form.lists && Array.isArray(content)) ids[form.lists] = withLast(ids[form.lists], content.map(known));
  session.remember({ ids, entityTags: entityTagsAfter(session, form, content, request, response) });
}

/** @param {any} resource @returns {import('./session.js').KnownId} */
function known({ id, name }) {
  return typeof name === 'string' ? { id: String(id), name } : { id: String(id) };
}

/**
 * @param {readonly import('./session.js').KnownId[] | undefined} ids
 * @param {import('./session.js').KnownId[]} first
 */
function withFirst(ids = [], first) {
  const named = first.map((one) => ({ ...ids.find(({ id }) => id === one.id), ...one }));
  return [...named, ...ids.filter(({ id }) => first.every((one) => one.id !== id))].slice(0, MANY);
}

/**
 * @param {readonly import('./session.js').KnownId[] | undefined} ids
 * @param {import('./session.js').KnownId[]} last
 */
function withLast(ids = [], last) {
  const named = ids.map((one) => ({ ...one, ...last.find(({ id }) => id === one.id) }));
  return [...named, ...last.filter(({ id }) => ids.every((one) => one.id !== id))].slice(0, MANY);
}

/**
 * @param {import('./session.js').Session} session
 * @param {import('./site-data.js').Form} form
 * @param {any} content
 * @param {import('./request.js').LabRequest} request
 * @param {LabResponse} response
 */
function entityTagsAfter({ memory }, form, content, request, response) {
  const tag = response.headers.find(([name]) => name.toLowerCase() === 'etag')?.[1];
  const entityTags = { ...memory.entityTags };
  if (tag === undefined) return entityTags;
  const path = form.creates ? `${request.path}/${content?.id}` : request.path;
  entityTags[path] = [tag, ...(entityTags[path] ?? []).filter((one) => one !== tag)].slice(0, MANY);
  return entityTags;
}

/**
 * Returns the known entity tags of the resource at a path, the last one first. A part of a resource, such as the state of a pipe,
 * shares the tag of the resource.
 *
 * @param {import('./session.js').Memory} memory
 * @param {string} path
 * @returns {readonly string[]}
 */
export function entityTagsOf({ entityTags = {} }, path) {
  return entityTags[path] ?? entityTags[path.slice(0, path.lastIndexOf('/'))] ?? [];
}
