/** How a language writes a value. */
export interface Notation {
  /** Anything that is neither a list nor an object. */
  scalar(value: unknown): string;
  /** The name of a property, as it stands before its colon. */
  key(name: string): string;
  /** What a list or an object on several lines ends its last line with. */
  readonly trailingComma: '' | ',';
  /** What is inside the braces of an object on one line. */
  readonly padding: '' | ' ';
  /** What one level is indented with. */
  readonly indent: string;
}

/** Where a value begins and ends on its lines. */
export interface Place {
  /** The indentation of the line that the value begins on. */
  readonly indent: string;
  /** How many characters stand before the value on that line, the indentation included. */
  readonly before: number;
  /** How many characters follow the value on its last line. */
  readonly after: number;
}

/** Wide enough to read, narrow enough for the column that samples stand in. */
const lineWidth = 80;

/** A value as a person writes it: on one line where there is room, else a line for each of its parts. */
export function layout(value: unknown, notation: Notation, { indent, before, after }: Place): string {
  const flat = flatLayout(value, notation);
  if (typeof value !== 'object' || value === null || before + flat.length + after <= lineWidth) return flat;
  const inner = indent + notation.indent;
  const entries = Array.isArray(value)
    ? value.map((item): [string, unknown] => ['', item])
    : Object.entries(value).map(([name, item]): [string, unknown] => [`${notation.key(name)}: `, item]);
  if (entries.length === 0) return flat;
  const lines = entries.map(([label, item]) => {
    const place = { indent: inner, before: inner.length + label.length, after: 1 };
    return `\n${inner}${label}${layout(item, notation, place)}`;
  });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}${lines.join(',')}${notation.trailingComma}\n${indent}${close}`;
}

function flatLayout(value: unknown, notation: Notation): string {
  if (Array.isArray(value)) return `[${value.map((item) => flatLayout(item, notation)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return notation.scalar(value);
  const members = Object.entries(value).map(
    ([name, item]) => `${notation.key(name)}: ${flatLayout(item, notation)}`,
  );
  const { padding } = notation;
  return members.length === 0 ? '{}' : `{${padding}${members.join(', ')}${padding}}`;
}
