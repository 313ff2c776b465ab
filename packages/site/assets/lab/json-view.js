// Displays JSON with colours, and marks locations with the reasons why the server rejected them.
import { element } from './element.js';
import { appendSegment, segmentsOf } from './json-pointer.js';

const INDENT = '  ';

/**
 * @param {unknown} value
 * @param {ReadonlyMap<string, readonly string[]>} [reasons] by JSON pointer; a location that is missing marks the value around it
 */
export function jsonView(value, reasons = new Map()) {
  const code = element('code');
  /** @type {Map<string, string[]>} */
  const marks = new Map();
  for (const [pointer, texts] of reasons) {
    const nearest = nearestPointer(value, pointer);
    const missing = pointer.slice(nearest.length + 1);
    const named = texts.map((text) => `${missing} ${text}`.trim());
    marks.set(nearest, [...(marks.get(nearest) ?? []), ...named]);
  }
  appendValue(code, value, { pointer: '', indent: '', marks, end: '' });
  return element('pre', { class: 'json', tabindex: '0' }, code);
}

/**
 * @typedef {object} Position
 * @property {string} pointer
 * @property {string} indent
 * @property {ReadonlyMap<string, readonly string[]>} marks
 * @property {string} end the text after the value: a comma, or nothing
 */

/**
 * @param {HTMLElement} parent
 * @param {unknown} value
 * @param {Position} position
 */
function appendValue(parent, value, { pointer, indent, marks, end }) {
  const reasons = marks.get(pointer);
  const isFilled = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  const start = isFilled ? (Array.isArray(value) ? '[' : '{') : scalar(value);
  parent.append(reasons ? element('mark', {}, start) : start, isFilled ? '' : end);
  if (reasons) parent.append(element('em', {}, `  ← ${reasons.join('; ')}`));
  if (isFilled) appendEntries(parent, value, { pointer, indent, marks, end });
}

/**
 * @param {HTMLElement} parent
 * @param {object} value
 * @param {Position} position
 */
function appendEntries(parent, value, { pointer, indent, marks, end }) {
  const entries = Object.entries(value);
  const isList = Array.isArray(value);
  for (const [index, [name, item]] of entries.entries()) {
    parent.append(`\n${indent}${INDENT}`);
    if (!isList) parent.append(span('attr', JSON.stringify(name)), ': ');
    appendValue(parent, item, {
      pointer: appendSegment(pointer, name),
      indent: indent + INDENT,
      marks,
      end: index < entries.length - 1 ? ',' : '',
    });
  }
  parent.append(`\n${indent}${isList ? ']' : '}'}${end}`);
}

/** @param {unknown} value */
function scalar(value) {
  const text = JSON.stringify(value);
  if (typeof value === 'string') return span('string', text);
  return typeof value === 'object' ? new Text(text) : span('literal', text);
}

/**
 * @param {string} kind
 * @param {string} text
 */
function span(kind, text) {
  return element('span', { class: `hljs-${kind}` }, text);
}

/** Returns the longest prefix of a pointer that exists. @param {unknown} value @param {string} pointer */
function nearestPointer(value, pointer) {
  let current = value;
  let found = '';
  for (const name of segmentsOf(pointer)) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return found;
    current = /** @type {any} */ (current)[name];
    found = appendSegment(found, name);
  }
  return found;
}
