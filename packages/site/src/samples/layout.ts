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

/** A value on one line, and its entries. */
interface FlatValue {
  readonly text: string;
  readonly brackets: '[]' | '{}';
  /** None of other values than lists and objects. */
  readonly entries: readonly { readonly label: string; readonly item: FlatValue }[];
}

/** Formats a value: on one line if it fits, otherwise one line per entry. */
export function layout(value: unknown, notation: Notation, position: Position): string {
  return placed(flatValue(value, notation), notation, position);
}

function placed({ text, brackets, entries }: FlatValue, notation: Notation, position: Position): string {
  const { indent, before, after } = position;
  if (entries.length === 0 || before + text.length + after <= lineWidth) return text;
  const inner = indent + notation.indent;
  const lines = entries.map(({ label, item }) => {
    const ownPosition = { indent: inner, before: inner.length + label.length, after: 1 };
    return `\n${inner}${label}${placed(item, notation, ownPosition)}`;
  });
  const [open, close] = brackets;
  return `${open}${lines.join(',')}${notation.trailingComma}\n${indent}${close}`;
}

function flatValue(value: unknown, notation: Notation): FlatValue {
  if (typeof value !== 'object' || value === null) {
    return { text: notation.scalar(value), brackets: '{}', entries: [] };
  }
  if (Array.isArray(value)) {
    const entries = value.map((item) => ({ label: '', item: flatValue(item, notation) }));
    return { text: `[${joined(entries)}]`, brackets: '[]', entries };
  }
  const entries = Object.entries(value).map(([name, item]) => ({
    label: `${notation.key(name)}: `,
    item: flatValue(item, notation),
  }));
  const padding = entries.length === 0 ? '' : notation.padding;
  return { text: `{${padding}${joined(entries)}${padding}}`, brackets: '{}', entries };
}

function joined(entries: FlatValue['entries']): string {
  return entries.map(({ label, item }) => label + item.text).join(', ');
}
