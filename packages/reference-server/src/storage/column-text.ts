/**
 * Text as a column stores it. PostgreSQL has no U+0000 in text, but JSON strings may contain it; so text that came in is stored with
 * the escapes of JSON. Equality and beginnings stay what they were.
 */
export function columnText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The range of the stored texts that start with `text`: from `first`, before `end`. A range uses an index, LIKE does not. */
export function columnRange(text: string): { readonly first: string; readonly end: string } {
  const first = columnText(text);
  return { first, end: `${first}\u{10ffff}` };
}

export function fromColumnText(stored: string): string {
  return stored.includes('\\') ? JSON.parse(`"${stored}"`) : stored;
}
