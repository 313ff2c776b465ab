import type { ErrorEntry } from '@penstock/server';

/** Writes down what is wrong at a place of the request body, as a JSON pointer (D-07). */
export function place(pointer: string, code: string, message: string): ErrorEntry {
  return { pointer, code, message };
}

export function required(pointer: string, reason: string): ErrorEntry {
  return place(pointer, 'required', `is required ${reason}`);
}

export function notApplicable(pointer: string, reason: string): ErrorEntry {
  return place(pointer, 'not_applicable', reason);
}

/** The places where a value stands that stood before already. */
export function duplicates(values: readonly string[], pointerOf: (index: number) => string): ErrorEntry[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    if (!seen.has(value)) {
      seen.add(value);
      return [];
    }
    return [place(pointerOf(index), 'already_exists', 'stands more than once; keep one of them')];
  });
}
