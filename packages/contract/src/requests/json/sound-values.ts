/**
 * Whether a parsed body is all that its text said and nothing that storage, answers or JavaScript would change: every
 * member is there, no name is `__proto__`, no number has become Infinity, and no text holds NUL or a lone surrogate.
 *
 * It says only whether, so that sound bodies are not made to pay for pointers.
 *
 * @param members how many the text has; an object keeps only the last of those that share a name.
 * @param mayHoldUnsoundText false if the text has no escape that could bring such a thing about.
 */
export function isSound(body: unknown, members: number, mayHoldUnsoundText: boolean): boolean {
  return namesIn(body, mayHoldUnsoundText) === members;
}

/** How many names the objects of a value have; NaN if it holds something unsound. Recursive: depth is bounded before. */
function namesIn(value: unknown, mayHoldUnsoundText: boolean): number {
  if (typeof value === 'string') return mayHoldUnsoundText && !isSoundText(value) ? Number.NaN : 0;
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : Number.NaN;
  if (typeof value !== 'object' || value === null) return 0;
  let names = 0;
  if (Array.isArray(value)) {
    for (const item of value) names += namesIn(item, mayHoldUnsoundText);
    return names;
  }
  for (const name in value) {
    if (!isSoundName(name, mayHoldUnsoundText)) return Number.NaN;
    names += 1 + namesIn(value[name as keyof typeof value], mayHoldUnsoundText);
  }
  return names;
}

export function isSoundText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function isSoundName(name: string, mayHoldUnsoundText: boolean): boolean {
  return name !== '__proto__' && (!mayHoldUnsoundText || isSoundText(name));
}
