/** The syntax of values in a language. */
export interface Notation {
  /** Formats a value other than a list or an object. */
  scalar(value: unknown): string;
  /** Formats the name of a property. */
  key(name: string): string;
  /** The end of the last entry in a list or an object on several lines. */
  readonly trailingComma: '' | ',';
  /** The padding in the braces of an object on one line. */
  readonly padding: '' | ' ';
  /** The indentation of one level. */
  readonly indent: string;
}

/** The position of a value on its lines. */
export interface Position {
  /** The indentation of the first line. */
  readonly indent: string;
  /** The number of characters before the value on its first line, with the indentation. */
  readonly before: number;
  /** The number of characters after the value on its last line. */
  readonly after: number;
}

/** Fits the column of the samples. */
const lineWidth = 80;

/** Formats a value: on one line if it fits, otherwise one line per entry. */
export function layout(value: unknown, notation: Notation, { indent, before, after }: Position): string {
  const flat = flatLayout(value, notation);
  if (typeof value !== 'object' || value === null || before + flat.length + after <= lineWidth) return flat;
  const inner = indent + notation.indent;
  const entries = Array.isArray(value)
    ? value.map((item): [string, unknown] => ['', item])
    : Object.entries(value).map(([name, item]): [string, unknown] => [`${notation.key(name)}: `, item]);
  if (entries.length === 0) return flat;
  const lines = entries.map(([label, item]) => {
    const position = { indent: inner, before: inner.length + label.length, after: 1 };
    return `\n${inner}${label}${layout(item, notation, position)}`;
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
