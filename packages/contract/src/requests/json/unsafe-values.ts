import { MAX_ERRORS } from '../../validation.ts';
import { bodyEntry, type ErrorEntry, pointerInto } from '../error-entries.ts';
import { isSafeText } from './safe-values.ts';

const SAFE_TEXT = 'must be well-formed Unicode, without NUL and lone surrogates';
const RESERVED_NAME = 'is a name that no object may have; remove it';

/** An object or array of a body that was not searched yet. */
interface Pending {
  readonly value: object;
  readonly pointer: string;
}

/**
 * Reports the values of a parsed body that a server cannot return unchanged: a lone surrogate (`"\ud800"`), which UTF-8
 * cannot encode; NUL, which databases cannot store; `1e400`, which is too large for a double; and `__proto__`, which
 * changes the prototype of an object that is copied.
 */
export function unsafeValues(body: unknown): ErrorEntry[] {
  const entries = entriesOfValue(body, '');
  const pending: Pending[] = isObject(body) ? [{ value: body, pointer: '' }] : [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, pointer } = next;
    for (const [name, member] of Object.entries(value)) {
      if (entries.length >= MAX_ERRORS) return entries;
      // A response cannot repeat such a name either, so one entry for the object covers everything under it.
      if (!isSafeText(name)) {
        entries.push(bodyEntry(pointer, 'invalid_format', `has a property whose name ${SAFE_TEXT}`));
        continue;
      }
      const inside = pointerInto(pointer, name);
      if (name === '__proto__') entries.push(bodyEntry(inside, 'unknown_property', RESERVED_NAME));
      entries.push(...entriesOfValue(member, inside));
      if (isObject(member)) pending.push({ value: member, pointer: inside });
    }
  }
  return entries;
}

function entriesOfValue(value: unknown, pointer: string): ErrorEntry[] {
  if (typeof value === 'number' && !Number.isFinite(value))
    return [bodyEntry(pointer, 'out_of_range', 'must be a number that fits into 64 bits (IEEE 754)')];
  if (typeof value === 'string' && !isSafeText(value))
    return [bodyEntry(pointer, 'invalid_format', SAFE_TEXT)];
  return [];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
