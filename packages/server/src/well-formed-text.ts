import type { ProblemPlace } from './problem.ts';
import { bodyPlace, MOST_PLACES, pointerInto } from './validation-places.ts';

/** An object or array of a body that is still to be looked through. */
interface Pending {
  readonly value: object;
  readonly pointer: string;
}

const CODE = 'invalid_format';
const OF_VALUE = 'must be well-formed Unicode, without lone surrogates';
const OF_NAME = 'has a property whose name is not well-formed Unicode';

/**
 * Where a parsed body has text that is no Unicode: a lone surrogate (`"\ud800"`) is JSON, but nothing that is encoded
 * as UTF-8 can hold it, so storage and answers would change it in silence. A name is told by its object, because an
 * answer cannot repeat it either.
 *
 * Not recursive: a body can be as deep as it is long.
 */
export function illFormedText(body: unknown): ProblemPlace[] {
  if (typeof body === 'string') return body.isWellFormed() ? [] : [bodyPlace('', CODE, OF_VALUE)];
  const places: ProblemPlace[] = [];
  const pending: Pending[] = isObject(body) ? [{ value: body, pointer: '' }] : [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, pointer } = next;
    const members = Object.entries(value);
    const named = members.filter(([name]) => name.isWellFormed());
    if (named.length < members.length) places.push(bodyPlace(pointer, CODE, OF_NAME));
    for (const [name, member] of named) {
      if (isObject(member)) pending.push({ value: member, pointer: pointerInto(pointer, name) });
      else if (typeof member === 'string' && !member.isWellFormed())
        places.push(bodyPlace(pointerInto(pointer, name), CODE, OF_VALUE));
      if (places.length === MOST_PLACES) return places;
    }
    if (places.length === MOST_PLACES) return places;
  }
  return places;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
