type Quote = "'" | '"';

/**
 * Text as a literal of TypeScript and of Python alike, in the quotes the language prefers, or in the others where that
 * saves escapes. The escapes of JSON are escapes of both.
 */
export function quotedText(text: string, preferred: Quote): string {
  const quote = cheapestQuote(text, preferred);
  // JSON escapes each double quote, so what is before it here is always its own backslash.
  const unquoted = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return quote + unquoted.replaceAll(quote, `\\${quote}`) + quote;
}

function cheapestQuote(text: string, preferred: Quote): Quote {
  const other = preferred === '"' ? "'" : '"';
  return count(text, preferred) > count(text, other) ? other : preferred;
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
