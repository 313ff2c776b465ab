import { EngineError } from '../port/engine-error.ts';
import type { EnginePort, QueryResult } from '../port/engine-port.ts';
import { quoteText } from '../port/names.ts';
import { readSyntaxTree, type SyntaxNode, SyntaxTreeError } from './syntax-tree.ts';

/** An expression that cannot be used, for people. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  /** The column that the expression names and that does not exist. */
  readonly missingColumn: string | undefined;

  constructor(message: string, missingColumn?: string) {
    super(message);
    this.missingColumn = missingColumn;
  }
}

/** A list of expressions that the engine has parsed, and nothing has checked. */
export interface ParsedExpressions {
  /** The list in the engine's own form: one line, without comments. */
  readonly sql: string;
  /** The syntax tree of `sql`, one node per expression. */
  readonly nodes: readonly SyntaxNode[];
}

const LIMITS = { readonly: true, seconds: 10, memoryBytes: 256 * 1024 * 1024 } as const;

/** Expressions of dashboards are the same in each query, and may have 10,000 characters. */
const MOST_KEPT = 500;
const kept = new WeakMap<EnginePort, Map<string, Promise<ParsedExpressions>>>();

/**
 * Parses a list of expressions that a user wrote. The engine gets it as a value first, and then the form that it has returned, as
 * EXPLAIN AST: neither executes anything. Results are kept.
 *
 * @throws ExpressionError if it is not a list of expressions
 */
export function parseExpressions(engine: EnginePort, text: string): Promise<ParsedExpressions> {
  const known = kept.get(engine) ?? new Map<string, Promise<ParsedExpressions>>();
  kept.set(engine, known);
  const found = known.get(text);
  if (found !== undefined) return found;
  const parsed = parseList(engine, text);
  for (const oldest of known.keys()) {
    if (known.size < MOST_KEPT) break;
    known.delete(oldest);
  }
  known.set(text, parsed);
  parsed.catch((error: unknown) => {
    if (!(error instanceof ExpressionError)) known.delete(text);
  });
  return parsed;
}

async function parseList(engine: EnginePort, text: string): Promise<ParsedExpressions> {
  rejectOddText(text);
  const sql = await canonical(engine, text);
  const tree = await parse(engine, `EXPLAIN AST ${sql}`, 'TSVRaw');
  return { sql: sql.slice(SELECT.length), nodes: expressionsIn(treeOf(tree.text())) };
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
  // A text in dollar signs can contain single quotes, so it comes first.
  if (/\$\w*\$/.test(bare))
    throw new ExpressionError('must not have texts in dollar signs; use single quotes');
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

function treeOf(text: string): SyntaxNode {
  try {
    return readSyntaxTree(text);
  } catch (error) {
    if (!(error instanceof SyntaxTreeError)) throw error;
    throw new ExpressionError('must consist of columns, literals, operators and functions');
  }
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
