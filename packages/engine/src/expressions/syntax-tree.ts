/** A node of the syntax tree that the engine prints. */
export interface SyntaxNode {
  /** `Function`, `Identifier`, `Literal`, `ExpressionList`, `Subquery` and others. */
  readonly kind: string;
  /** The name of a function or an identifier, or the value of a literal. */
  readonly text: string;
  readonly children: readonly SyntaxNode[];
}

const LINE = /^( *)(\w+)(?: (.*?))??(?: \(children (\d+)\))?$/s;

interface OpenNode {
  readonly node: SyntaxNode & { children: SyntaxNode[] };
  readonly expected: number;
}

/**
 * Reads the text of `EXPLAIN AST`. Names are printed as they are, so a name with a line break could look like a node: the number of
 * children of each node is compared with the lines below it.
 *
 * @throws SyntaxTreeError if the text is no tree
 */
export function readSyntaxTree(text: string): SyntaxNode {
  const lines = text.split('\n').filter((line) => line !== '');
  const root: OpenNode = { node: { kind: 'Root', text: '', children: [] }, expected: 1 };
  const path: OpenNode[] = [root];
  for (const line of lines) {
    const [, indent = '', kind = '', rest = '', children] = LINE.exec(line) ?? [];
    closeTo(path, indent.length + 1);
    const parent = path.at(-1);
    if (kind === '' || parent === undefined || path.length !== indent.length + 1) throw unreadable(line);
    const open = { node: { kind, text: rest, children: [] }, expected: Number(children ?? 0) };
    parent.node.children.push(open.node);
    path.push(open);
  }
  closeTo(path, 0);
  return root.node.children[0] as SyntaxNode;
}

function closeTo(path: OpenNode[], length: number): void {
  for (const { node, expected } of path.splice(length))
    if (node.children.length !== expected) throw unreadable(`${node.kind} ${node.text}`);
}

/** Some nodes, such as those of `* REPLACE`, are printed in another form. */
export class SyntaxTreeError extends Error {
  override readonly name = 'SyntaxTreeError';
}

function unreadable(line: string): Error {
  return new SyntaxTreeError(
    `The engine printed a syntax tree that cannot be read, at ${JSON.stringify(line)}.`,
  );
}
