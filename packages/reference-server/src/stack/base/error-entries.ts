import type { ErrorEntry } from '@penstock/server';

/** An error entry for a location in the request body, as a JSON Pointer (D-07). */
export function errorEntry(pointer: string, code: string, message: string): ErrorEntry {
  return { pointer, code, message };
}

export function required(pointer: string, reason: string): ErrorEntry {
  return errorEntry(pointer, 'required', `is required ${reason}`);
}

export function notApplicable(pointer: string, reason: string): ErrorEntry {
  return errorEntry(pointer, 'not_applicable', reason);
}

/** An error entry for each repeated value. */
export function duplicates(values: readonly string[], pointerOf: (index: number) => string): ErrorEntry[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    if (!seen.has(value)) {
      seen.add(value);
      return [];
    }
    return [errorEntry(pointerOf(index), 'already_exists', 'is a duplicate; keep only one')];
  });
}
