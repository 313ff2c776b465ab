/**
 * Whether a parsed body has everything that its text has, and nothing that storage, responses or JavaScript would change:
 * no member was lost, no name is `__proto__`, no number became Infinity, and no text has NUL or a lone surrogate.
 *
 * It returns no pointers, so that valid bodies do not pay for them.
 *
 * @param members how many members the objects in the text have; an object keeps only the last one of a repeated name.
 * @param checksText whether texts must be checked: only escapes can write NUL or a lone surrogate.
 */
export function isSafe(body: unknown, members: number, checksText: boolean): boolean {
  return countNames(body, checksText) === members;
}

/** Returns how many names the objects of a value have; NaN for an unsafe value. Recursive: the depth is limited before. */
function countNames(value: unknown, checksText: boolean): number {
  if (typeof value === 'string') return checksText && !isSafeText(value) ? Number.NaN : 0;
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : Number.NaN;
  if (typeof value !== 'object' || value === null) return 0;
  let names = 0;
  if (Array.isArray(value)) {
    for (const item of value) names += countNames(item, checksText);
    return names;
  }
  for (const name in value) {
    if (!isSafeName(name, checksText)) return Number.NaN;
    names += 1 + countNames(value[name as keyof typeof value], checksText);
  }
  return names;
}

export function isSafeText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function isSafeName(name: string, checksText: boolean): boolean {
  return name !== '__proto__' && (!checksText || isSafeText(name));
}
