import type { Node } from 'yaml';

/** A part of a text, and the text to put there. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Applies edits that do not overlap. Everything between them stays as it is written, unlike when a document is printed again. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let position = 0;
  for (const { start, end, text: inserted } of edits.toSorted((one, other) => one.start - other.start)) {
    result += text.slice(position, start) + inserted;
    position = end;
  }
  return result + text.slice(position);
}

/** Replaces the value of a node. */
export function replaceNode(node: Node, text: string): Edit {
  const [start, end] = rangeOf(node);
  return { start, end, text };
}

/** Inserts lines before the line of a node. `lines` are indented and end with a line break. */
export function insertBefore(source: string, node: Node, lines: string): Edit {
  const start = source.lastIndexOf('\n', rangeOf(node)[0] - 1) + 1;
  return { start, end: start, text: lines };
}

/** The text before a node in its line: spaces, or those and the dash of a list item. */
export function indentOf(source: string, node: Node): string {
  const [start] = rangeOf(node);
  return source.slice(source.lastIndexOf('\n', start - 1) + 1, start);
}

/** Where a node begins, where its value ends, and where the comments after it end. */
export function rangeOf(node: Node): readonly [start: number, valueEnd: number, end: number] {
  if (!node.range) throw new Error('The node was not read from a text.');
  return node.range;
}
