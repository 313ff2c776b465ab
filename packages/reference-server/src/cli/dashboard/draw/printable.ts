/** Characters that could move the cursor, change colours or reorder text: controls except the line feed, directions, separators. */
const UNSAFE = /(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns a copy of data in which no text can control the terminal: tabs become spaces, and other unsafe characters their escapes,
 * such as `\x1b`. Names of properties are text, too.
 */
export function printable<Value>(value: Value): Value {
  return neutral(value) as Value;
}

function neutral(value: unknown): unknown {
  if (typeof value === 'string') return printableText(value);
  if (Array.isArray(value)) return value.map(neutral);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [printableText(key), neutral(part)]));
}

function printableText(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replaceAll('\t', '  ').replace(UNSAFE, escaped);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

/** JSON for a terminal: `JSON.stringify` escapes only some of the control characters. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
