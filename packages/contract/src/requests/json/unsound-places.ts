import { MAX_ERRORS } from '../../validation.ts';
import { bodyEntry, type ErrorEntry, pointerInto } from '../error-entries.ts';
import { isSoundText } from './sound-values.ts';

const SOUND_TEXT = 'must be well-formed Unicode, without NUL and lone surrogates';
const NO_NAME = 'is a name that no object may have; remove it';

/** An object or array of a body that is still to be looked through. */
interface Pending {
  readonly value: object;
  readonly pointer: string;
}

/**
 * Where a parsed body holds what nobody could give back as it came: a lone surrogate (`"\ud800"`) is JSON, but UTF-8
 * cannot hold it; NUL is JSON, but databases cannot; `1e400` is JSON, but no double; `__proto__` is a name, but the
 * one that reaches the prototype of an object when it is copied.
 */
export function unsoundPlaces(body: unknown): ErrorEntry[] {
  const places = placesOfValue(body, '');
  const pending: Pending[] = isObject(body) ? [{ value: body, pointer: '' }] : [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, pointer } = next;
    for (const [name, member] of Object.entries(value)) {
      if (places.length >= MAX_ERRORS) return places;
      // An answer cannot repeat such a name either, so its object stands for it and all that is in it.
      if (!isSoundText(name)) {
        places.push(bodyEntry(pointer, 'invalid_format', `has a property whose name ${SOUND_TEXT}`));
        continue;
      }
      const inside = pointerInto(pointer, name);
      if (name === '__proto__') places.push(bodyEntry(inside, 'unknown_property', NO_NAME));
      places.push(...placesOfValue(member, inside));
      if (isObject(member)) pending.push({ value: member, pointer: inside });
    }
  }
  return places;
}

function placesOfValue(value: unknown, pointer: string): ErrorEntry[] {
  if (typeof value === 'number' && !Number.isFinite(value))
    return [bodyEntry(pointer, 'out_of_range', 'must be a number that fits into 64 bits (IEEE 754)')];
  if (typeof value === 'string' && !isSoundText(value))
    return [bodyEntry(pointer, 'invalid_format', SOUND_TEXT)];
  return [];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
