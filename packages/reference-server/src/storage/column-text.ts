/**
 * Text as a column holds it. PostgreSQL has no U+0000 in text, JSON strings may; so text that came in is stored with
 * the escapes of JSON. Equality and beginnings stay what they were.
 */
export function columnText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function fromColumnText(stored: string): string {
  return JSON.parse(`"${stored}"`);
}
