import type { EnginePort } from '../port/engine-port.ts';
import { isAggregate, isAllowedFunction } from './allowed-functions.ts';
import { splitList } from './expression-list.ts';
import { ExpressionError, parseExpressions } from './parse-expressions.ts';
import type { SyntaxNode } from './syntax-tree.ts';

/** Expressions that the engine has parsed, and that consist of allowed parts only. */
export interface CheckedExpressions {
  /** The list in the engine's own form: one line, without comments. */
  readonly sql: string;
  /** The parts of the list. */
  readonly items: readonly CheckedExpression[];
  /** The columns that the expressions name. */
  readonly columns: readonly string[];
}

interface CheckedExpression {
  readonly sql: string;
  /** The name after AS. */
  readonly alias?: string;
}

/** What expressions may contain beyond columns, literals, operators and allowed functions. */
export interface ExpressionRules {
  /** What the columns belong to, for messages. */
  readonly owner: 'destination' | 'source';
  readonly aggregates?: boolean;
  /** Names after AS, at the end of an expression. */
  readonly aliases?: boolean;
}

const OF_A_DESTINATION: ExpressionRules = { owner: 'destination' };

/**
 * Checks a list of expressions that a user wrote. Only the text that the engine returns becomes part of statements, never the text
 * of the user, because that is the text whose syntax tree is checked. Columns, literals, operators and allowed functions remain.
 *
 * @throws ExpressionError if the list is not allowed, or names a column that does not exist
 */
export async function checkExpressions(
  engine: EnginePort,
  text: string,
  columns: readonly string[],
  rules: ExpressionRules = OF_A_DESTINATION,
): Promise<CheckedExpressions> {
  const { sql, nodes } = await parseExpressions(engine, text);
  const check = { columns, rules, found: new Set<string>() };
  const items = splitList(sql);
  if (items.length !== nodes.length) throw new ExpressionError('is not a list of expressions');
  return {
    sql,
    items: nodes.map((node, index) => checkItem(node, items[index] ?? '', check)),
    columns: [...check.found],
  };
}

interface Check {
  readonly columns: readonly string[];
  readonly rules: ExpressionRules;
  readonly found: Set<string>;
}

/** The last one: a name can look like another. */
const ALIAS = / \(alias ((?:(?! \(alias ).)*)\)$/s;

/** A name as the engine prints it. */
const PRINTED_ALIAS = / AS (?:\w+|`[^`\\]*`)$/;

function checkItem(node: SyntaxNode, sql: string, check: Check): CheckedExpression {
  const [, alias] = ALIAS.exec(node.text) ?? [];
  if (alias === undefined || check.rules.aliases !== true || !PRINTED_ALIAS.test(sql)) {
    checkNode(node, check);
    return { sql };
  }
  checkNode({ ...node, text: node.text.replace(ALIAS, '') }, check);
  return { sql: sql.replace(PRINTED_ALIAS, ''), alias };
}

function checkNode(node: SyntaxNode, check: Check): void {
  if (ALIAS.test(node.text)) throw new ExpressionError('must not name its parts with AS');
  if (node.kind === 'Literal') return;
  if (node.kind === 'Function') {
    checkFunction(node, check);
    return;
  }
  if (node.kind === 'Identifier') checkColumn(node.text, check);
  else if (node.kind !== 'ExpressionList') throw new ExpressionError(describeForbidden(node));
  for (const child of node.children) checkNode(child, check);
}

function checkColumn(name: string, { columns, rules, found }: Check): void {
  const column = columns.find((candidate) => name === candidate || name.startsWith(`${candidate}.`));
  if (column === undefined)
    throw new ExpressionError(
      `names ${JSON.stringify(name)}, which is not a column of the ${rules.owner}`,
      name,
    );
  found.add(column);
}

const MEMBERSHIP: readonly string[] = ['in', 'notIn'];

function checkFunction({ text, children }: SyntaxNode, check: Check): void {
  const aggregates = check.rules.aggregates === true && isAggregate(text);
  if (!aggregates && !isAllowedFunction(text))
    throw new ExpressionError(`must not call the function ${text}`);
  const [list, parameters, ...others] = children;
  const constant = parameters?.children.every(({ kind }) => kind === 'Literal') ?? true;
  if (list?.kind !== 'ExpressionList' || others.length > 0 || (!aggregates && parameters !== undefined))
    throw new ExpressionError(`must call the function ${text} without parameters and windows`);
  if (parameters !== undefined && (parameters.kind !== 'ExpressionList' || !constant))
    throw new ExpressionError(`must call the function ${text} with constant parameters and without windows`);
  // A name after IN is a table.
  const set = list.children[1];
  if (MEMBERSHIP.includes(text) && set?.kind !== 'Literal' && set?.text !== 'tuple' && set?.text !== 'array')
    throw new ExpressionError('must have a list of values after IN');
  for (const child of list.children) checkNode(child, check);
}

function describeForbidden({ kind }: SyntaxNode): string {
  if (kind === 'Subquery' || kind.startsWith('Select')) return 'must not contain a subquery';
  if (kind.includes('Asterisk') || kind.includes('Matcher')) return 'must name its columns one by one';
  return `must not contain a ${kind}; use columns, literals, operators and functions`;
}
