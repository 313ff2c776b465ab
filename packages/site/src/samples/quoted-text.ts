type Quote = "'" | '"';

/**
 * Returns a string literal for TypeScript and Python, in the preferred quotes unless the other ones need fewer escapes.
 * Both languages support the escapes of JSON.
 */
export function quotedText(text: string, preferred: Quote): string {
  const quote = cheapestQuote(text, preferred);
  // JSON escapes each double quote, so the backslash before it is always its own.
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
