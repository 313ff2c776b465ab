import { EngineError } from '../port/engine-error.ts';
import type { EnginePort, QueryResult } from '../port/engine-port.ts';
import { quoteText } from '../port/names.ts';
import { isAllowedFunction } from './allowed-functions.ts';
import { readSyntaxTree, type SyntaxNode } from './syntax-tree.ts';

/** Expressions that the engine has parsed, and that consist of allowed parts only. */
export interface CheckedExpressions {
  /** The list in the engine's own form: one line, without comments. */
  readonly sql: string;
  /** The columns that the expressions name. */
  readonly columns: readonly string[];
}

/** An expression that cannot be used, for people. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

const LIMITS = { readonly: true, seconds: 10, memoryBytes: 256 * 1024 * 1024 } as const;

/**
 * Checks a list of expressions that a user wrote. The engine parses it as a value, never as a statement: only the text that it
 * returns becomes part of statements. Columns, literals, operators and allowed functions remain.
 *
 * @throws ExpressionError if the list is not allowed, or names a column that does not exist
 */
export async function checkExpressions(
  engine: EnginePort,
  text: string,
  columns: readonly string[],
): Promise<CheckedExpressions> {
  rejectOddText(text);
  const sql = await canonical(engine, text);
  const tree = await parse(engine, `EXPLAIN AST ${sql}`, 'TSVRaw');
  const found = new Set<string>();
  for (const node of expressionsIn(readSyntaxTree(tree.text()))) checkNode(node, columns, found);
  return { sql: sql.slice(SELECT.length), columns: [...found] };
}

const SELECT = 'SELECT ';

const NO_CLAUSES =
  'must be an expression without clauses of a statement, such as FROM, WHERE, SETTINGS or FORMAT';

/** Quoted texts, as the engine prints them. */
const QUOTED_TEXT = /'(?:[^'\\]|\\.)*'/gs;

/** Quoted texts and names. */
const QUOTED = /'(?:[^'\\]|\\.|'')*'|`(?:[^`\\]|\\.|``)*`|"(?:[^"\\]|\\.|"")*"/gs;

/** What follows is only for the message: the engine removes comments, and rejects a second statement. */
function rejectOddText(text: string): void {
  const bare = text.replace(QUOTED, "''");
  if (/--|\/\*|#/.test(bare)) throw new ExpressionError('must not contain comments; remove them');
  if (bare.includes(';')) throw new ExpressionError('must be an expression without a semicolon');
  if (bare.includes('{')) throw new ExpressionError('must not contain parameters in braces');
}

/** The text as the engine formats it. A name with a control character is printed with an escape, and rejected. */
async function canonical(engine: EnginePort, text: string): Promise<string> {
  const statement = `SELECT formatQuerySingleLine(${quoteText(`${SELECT}${text}`)}) AS sql`;
  const parsed = await parse(engine, statement, 'JSONEachRow');
  const sql = parsed.rows<{ sql: string }>()[0]?.sql ?? '';
  // The syntax tree does not contain DISTINCT.
  if (!sql.startsWith(SELECT) || sql.startsWith(`${SELECT}DISTINCT`)) throw new ExpressionError(NO_CLAUSES);
  if (/[`"][^`"]*\\/.test(sql.replace(QUOTED_TEXT, "''")))
    throw new ExpressionError('must not contain names with control characters or backslashes');
  return sql;
}

async function parse(engine: EnginePort, sql: string, format: string): Promise<QueryResult> {
  try {
    return await engine.query({ sql, format, limits: LIMITS });
  } catch (error) {
    throw error instanceof EngineError ? new ExpressionError(parserSentence(error)) : error;
  }
}

function parserSentence({ type, message }: EngineError): string {
  if (type === 'READONLY') return NO_CLAUSES;
  if (type.startsWith('TOO_DEEP')) return 'is nested too deeply';
  const [, position, near = ''] = /failed at position (\d+)(?: \(([^\n]*?)\))?:/.exec(message) ?? [];
  if (position === undefined) return 'is not an expression that the engine can parse';
  const at = Math.max(Number(position) - SELECT.length, 1);
  return `is not a valid expression; see position ${at}${near === '' ? '' : `, near ${near}`}`;
}

/** The expressions of `SELECT <expressions>`; anything else in the statement is an error. */
function expressionsIn(root: SyntaxNode): readonly SyntaxNode[] {
  const select = only(only(only(root, 'SelectWithUnionQuery'), 'ExpressionList'), 'SelectQuery');
  const list = only(select, 'ExpressionList');
  return list.children;
}

/** The expected chain of nodes, each with one child. A clause of the statement (FROM, SETTINGS, FORMAT, …) is a further child. */
function only(node: SyntaxNode, kind: string): SyntaxNode {
  const [child] = kind === node.kind ? [node] : node.children;
  if (child?.kind === kind && (kind === node.kind || node.children.length === 1)) return child;
  throw new ExpressionError(NO_CLAUSES);
}

function checkNode(node: SyntaxNode, columns: readonly string[], found: Set<string>): void {
  if (ALIAS.test(node.text)) throw new ExpressionError('must not name its parts with AS');
  if (node.kind === 'Literal') return;
  if (node.kind === 'Identifier') checkColumn(node.text, columns, found);
  else if (node.kind === 'Function') checkFunction(node);
  else if (node.kind !== 'ExpressionList') throw new ExpressionError(describeForbidden(node));
  for (const child of node.children) checkNode(child, columns, found);
}

function checkColumn(name: string, columns: readonly string[], found: Set<string>): void {
  const column = columns.find((candidate) => name === candidate || name.startsWith(`${candidate}.`));
  if (column === undefined)
    throw new ExpressionError(`names ${JSON.stringify(name)}, which is not a column of the destination`);
  found.add(column);
}

const MEMBERSHIP: readonly string[] = ['in', 'notIn'];
const ALIAS = / \(alias .*\)$/s;

function checkFunction({ text, children }: SyntaxNode): void {
  if (!isAllowedFunction(text)) throw new ExpressionError(`must not call the function ${text}`);
  const [list, ...others] = children;
  if (list?.kind !== 'ExpressionList' || others.length > 0)
    throw new ExpressionError(`must call the function ${text} without parameters and windows`);
  // A name after IN is a table.
  const set = list.children[1];
  if (MEMBERSHIP.includes(text) && set?.kind !== 'Literal' && set?.text !== 'tuple' && set?.text !== 'array')
    throw new ExpressionError('must have a list of values after IN');
}

function describeForbidden({ kind }: SyntaxNode): string {
  if (kind === 'Subquery' || kind.startsWith('Select')) return 'must not contain a subquery';
  if (kind.includes('Asterisk') || kind.includes('Matcher')) return 'must name its columns one by one';
  return `must not contain a ${kind}; use columns, literals, operators and functions`;
}
