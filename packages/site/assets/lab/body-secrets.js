// Hides the secrets in a request body.
import { segmentsOf } from './json-pointer.js';
import { randomId } from './random-id.js';

/**
 * Replaces the strings at secret locations with placeholders.
 *
 * @param {string} body
 * @param {readonly string[]} secrets JSON pointers, in which `*` stands for any one key; everything below them is secret too
 * @returns {{ text: string, variables: ReadonlyMap<string, string> }} the variables of a shell by their placeholder
 */
export function hiddenSecrets(body, secrets) {
  const patterns = secrets.map(segmentsOf);
  /** @type {Map<string, string>} */
  const variables = new Map();
  /** @type {(value: unknown, path: readonly string[]) => unknown} */
  const hide = (value, path) => {
    if (typeof value === 'object' && value !== null)
      return mapped(value, (item, name) => hide(item, [...path, name]));
    if (typeof value !== 'string' || !patterns.some((pattern) => isWithin(path, pattern))) return value;
    const placeholder = randomId();
    variables.set(placeholder, variableOf(path));
    return placeholder;
  };
  const value = parsed(body);
  const hidden = value === undefined ? undefined : hide(value, []);
  return { text: variables.size === 0 ? body : JSON.stringify(hidden, null, 2), variables };
}

/**
 * @param {object} value a list or an object
 * @param {(item: unknown, name: string) => unknown} change
 */
function mapped(value, change) {
  if (Array.isArray(value)) return value.map((item, index) => change(item, String(index)));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, name)]));
}

/** @param {string} body */
function parsed(body) {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** @param {readonly string[]} path @param {readonly string[]} pattern */
function isWithin(path, pattern) {
  return (
    path.length >= pattern.length && pattern.every((name, index) => name === '*' || name === path[index])
  );
}

/** Returns `SOURCE_KAFKA_ACCESS_KEY` for `source`, `kafka`, `accessKey`. @param {readonly string[]} path */
function variableOf(path) {
  return path
    .join('_')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .replaceAll(/\W/g, '_')
    .toUpperCase();
}
