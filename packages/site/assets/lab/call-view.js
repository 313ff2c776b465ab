// Displays a request and its response.
import { copyButton } from './copy-button.js';
import { curlCommand } from './curl.js';
import { element, proseNodes } from './element.js';
import { jsonView } from './json-view.js';
import { isProblem, problemView, reasonsOf } from './problem-view.js';

/** @typedef {import('./send.js').Call} Call */
/** @typedef {import('./site-data.js').Terms} Terms */

/** In characters. Longer bodies are displayed without colours, and cut off, as are longer commands. */
const LONGEST = 100_000;

/**
 * Returns the outcome of a request in words: `200 OK in 12 ms`.
 *
 * @param {Call} call
 * @param {Terms} terms
 */
export function outcome({ response, failure, milliseconds }, { statuses }) {
  if (response === undefined) return failure ?? '';
  const phrase = statuses[response.status] ?? '';
  const replay = isReplay(response) ? ', a replay of the first response' : '';
  return `${response.status}${phrase && ` ${phrase}`} in ${milliseconds} ms${replay}`;
}

/**
 * @param {Call} call
 * @param {Terms} terms
 */
export function callView(call, terms) {
  const { form, request, response } = call;
  return element(
    'details',
    { class: 'lab-call', open: true },
    element(
      'summary',
      {},
      element('code', { class: `method ${request.method.toLowerCase()}` }, request.method),
      ` ${form.summary} `,
      element('span', { class: `lab-status ${statusClass(call)}` }, outcome(call, terms)),
    ),
    ...(response && isProblem(response.json) ? [problemView(response.json, terms)] : []),
    ...(response ? [responseBody(response), headerTable(response, terms)] : []),
    requestDetails(call),
    curlDetails(call),
  );
}

/** @param {Call} call */
function statusClass({ response }) {
  if (response === undefined || response.status >= 500) return 'failed';
  return response.status < 400 ? 'succeeded' : 'rejected';
}

/** @param {import('./send.js').LabResponse} response */
function isReplay({ headers }) {
  return headers.some(([name]) => name.toLowerCase() === 'idempotency-replayed');
}

/** @param {import('./send.js').LabResponse} response */
function responseBody({ json, text }) {
  if (text === '') return element('p', { class: 'lab-note' }, 'The response has no body.');
  const body = json === undefined ? plainView(text) : readableView(text, json);
  const note =
    json === undefined ? 'The body is not JSON: this server does not serve the API at this path.' : '';
  return details('Response body', [element('p', { class: 'lab-note' }, note), body], {
    open: !isProblem(json),
  });
}

/**
 * @param {import('./send.js').LabResponse} response
 * @param {Terms} terms
 */
function headerTable({ headers }, terms) {
  const explained = headers.map(([name, value]) => ({
    value,
    ...(terms.headers[name] ?? { name, description: '' }),
  }));
  const rows = explained
    .sort((one, other) => Number(other.description !== '') - Number(one.description !== ''))
    .map(({ name, value, description }) =>
      element(
        'div',
        {},
        element('dt', {}, element('code', {}, name)),
        element(
          'dd',
          {},
          element('code', {}, value),
          ...(description ? [element('p', {}, ...proseNodes(description))] : []),
        ),
      ),
    );
  return details(`Response headers (${headers.length})`, [element('dl', { class: 'lab-headers' }, ...rows)]);
}

/** @param {Call} call */
function requestDetails({ form, request, response }) {
  const credential = form.surface === 'management' ? 'Authorization: Basic ***' : 'Authorization: Bearer ***';
  const lines = [
    `${request.method} ${request.url}`,
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
    credential,
  ];
  const head = element('pre', { tabindex: '0' }, element('code', {}, lines.join('\n')));
  if (request.body === undefined) return details('Request', [head]);
  const reasons = reasonsOf(response?.json);
  return details('Request', [head, requestBody(request.body, reasons)], { open: reasons.size > 0 });
}

/**
 * @param {string} body
 * @param {ReadonlyMap<string, readonly string[]>} reasons
 */
function requestBody(body, reasons) {
  try {
    return readableView(body, JSON.parse(body), reasons);
  } catch {
    return plainView(body);
  }
}

/**
 * @param {string} text
 * @param {unknown} value the JSON of the text
 * @param {ReadonlyMap<string, readonly string[]>} [reasons]
 */
function readableView(text, value, reasons) {
  return text.length > LONGEST ? plainView(text) : jsonView(value, reasons);
}

/** @param {string} text */
function plainView(text) {
  return element('pre', { class: 'json', tabindex: '0' }, element('code', {}, cutOff(text)));
}

/** Browsers need minutes for one very long line. @param {string} text */
function cutOff(text) {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
}

/** @param {Call} call */
function curlDetails({ form, request }) {
  const command = curlCommand(request, form);
  return details('As curl', [
    element('pre', { tabindex: '0' }, element('code', {}, cutOff(command))),
    copyButton('Copy the command', () => command),
  ]);
}

/**
 * @param {string} summary
 * @param {Node[]} content
 * @param {{ open?: boolean }} [options]
 */
function details(summary, content, { open = false } = {}) {
  return element('details', { open }, element('summary', {}, summary), ...content);
}
