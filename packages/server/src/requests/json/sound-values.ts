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
  let names = 0;
  const pending: unknown[][] = [[body]];
  for (let values = pending.pop(); values !== undefined; values = pending.pop()) {
    for (const value of values) {
      if (typeof value === 'string') {
        if (mayHoldUnsoundText && !isSoundText(value)) return false;
      } else if (typeof value === 'number') {
        if (!Number.isFinite(value)) return false;
      } else if (Array.isArray(value)) {
        pending.push(value);
      } else if (typeof value === 'object' && value !== null) {
        const own = Object.keys(value);
        names += own.length;
        if (own.some((name) => !isSoundName(name, mayHoldUnsoundText))) return false;
        pending.push(Object.values(value));
      }
    }
  }
  return names === members;
}

export function isSoundText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function isSoundName(name: string, mayHoldUnsoundText: boolean): boolean {
  return name !== '__proto__' && (!mayHoldUnsoundText || isSoundText(name));
}
