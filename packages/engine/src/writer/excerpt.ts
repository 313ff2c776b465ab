const LONGEST = 200;

/** A field with a name like a secret, as JSON, a CSV header or a URL would have it, and its value. */
const SECRET_FIELD =
  /(["']?[\w-]*(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential|authorization)[\w-]*["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^,;&\s}]+)/gi;

/** The beginning of a row, for people: values of fields whose names look like secrets are masked (D-74). */
export function excerptOf(row: string): string {
  const masked = row.replace(
    SECRET_FIELD,
    (_match, field: string, value: string) => `${field}${maskLike(value)}`,
  );
  return Array.from(masked).slice(0, LONGEST).join('');
}

function maskLike(value: string): string {
  const quote = /^["']/.exec(value)?.[0] ?? '';
  return `${quote}***${quote}`;
}
