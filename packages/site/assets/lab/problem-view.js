// Displays a problem (RFC 9457): what is wrong, its code with a link, and each rejected location.
import { element, proseNodes } from './element.js';
import { siteLink } from './site-data.js';

/**
 * @param {any} problem the body of the response
 * @param {import('./site-data.js').Terms} terms
 */
export function problemView(problem, terms) {
  const errors = Array.isArray(problem.errors) ? problem.errors : [];
  return element(
    'div',
    { class: 'lab-problem' },
    element(
      'p',
      {},
      element('strong', {}, String(problem.title ?? 'The request failed')),
      '. ',
      ...proseNodes(String(problem.detail ?? '')),
    ),
    element('p', {}, 'Code: ', codeLink(String(problem.code ?? ''), terms)),
    ...(errors.length === 0 ? [] : [element('ul', {}, ...errors.map(errorItem))]),
  );
}

/** @param {any} value the body of a response */
export function isProblem(value) {
  return typeof value?.code === 'string' && typeof value?.title === 'string';
}

/**
 * Returns a code of a problem, with a link to its page.
 *
 * @param {string} code
 * @param {import('./site-data.js').Terms} terms
 */
export function codeLink(code, { problems }) {
  const text = element('code', {}, code);
  const page = problems[code]?.page;
  return page === undefined ? text : element('a', { href: siteLink(page) }, text);
}

/** Returns the reasons of a problem by JSON pointer. @param {any} problem */
export function reasonsOf(problem) {
  const errors = Array.isArray(problem?.errors) ? problem.errors : [];
  const located = errors.filter((/** @type {any} */ { pointer }) => typeof pointer === 'string');
  /** @type {Map<string, string[]>} */
  const reasons = new Map();
  for (const { pointer, message } of located)
    reasons.set(pointer, [...(reasons.get(pointer) ?? []), String(message)]);
  return reasons;
}

/** @param {any} error */
function errorItem({ pointer, parameter, message }) {
  const location = pointer === '' ? 'the body' : (pointer ?? parameter ?? 'the request');
  return element('li', {}, element('code', {}, String(location)), ` ${message}`);
}
