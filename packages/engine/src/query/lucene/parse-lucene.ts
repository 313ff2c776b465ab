import { type AST, type Node, parse, term } from 'lucene';
import { LuceneError } from './lucene-error.ts';
import { scanLucene } from './scan-lucene.ts';

/** A condition as a tree. */
export type LuceneTree =
  | { readonly kind: 'all' | 'any'; readonly of: readonly LuceneTree[] }
  | { readonly kind: 'not'; readonly of: LuceneTree }
  | LuceneTerm
  | LuceneRange;

interface OfField {
  /** Undefined for a term without a field. */
  readonly field: string | undefined;
  /** The number of characters before it in the text. */
  readonly offset: number;
}

export interface LuceneTerm extends OfField {
  readonly kind: 'term';
  /** As written, with its escapes. */
  readonly text: string;
  readonly quoted: boolean;
}

export interface LuceneRange extends OfField {
  readonly kind: 'range';
  /** `*` for an open end. */
  readonly from: string;
  readonly to: string;
  readonly includesFrom: boolean;
  readonly includesTo: boolean;
}

/**
 * Parses a condition; undefined if the text is blank. NOT binds more strongly than AND, and AND more strongly than OR; terms without
 * an operator between them are joined by AND.
 *
 * @throws LuceneError with the position of the error
 */
export function parseLucene(text: string): LuceneTree | undefined {
  if (text.trim() === '') return undefined;
  const terms = scanLucene(text);
  const tree = chainOf(parsed(text), undefined, 0);
  if (countTerms(tree) !== terms)
    throw new LuceneError('cannot be read; separate its terms by spaces or operators', 0);
  return tree;
}

function parsed(text: string): AST {
  try {
    return parse(text);
  } catch (error) {
    const { location } = error as { location?: { start: { offset: number } } };
    const offset = location?.start.offset ?? 0;
    const near = text.slice(offset, offset + 20);
    throw new LuceneError(
      near === ''
        ? 'ends too early; a term, a quote or a parenthesis is missing'
        : `has something unexpected near ${JSON.stringify(near)}; quote or escape special characters`,
      offset,
    );
  }
}

/** The fields that the parser returns for both kinds of nodes. */
type ParsedNode = Partial<Record<'start' | 'operator' | 'field', string>> & {
  readonly left?: ParsedNode;
  readonly right?: ParsedNode;
  readonly parenthesized?: boolean;
  readonly fieldLocation?: { readonly start: { readonly offset: number } } | null;
};

/** The parser returns a chain of operands without precedence, each with the rest to its right. */
function chainOf(first: AST | Node, field: string | undefined, offset: number): LuceneTree {
  const alternatives: LuceneTree[][] = [[]];
  let rest = first as ParsedNode;
  let operator = rest.start ?? '';
  for (;;) {
    if (rest.left === undefined) throw new LuceneError('has an operator without a term', offset);
    if (isOr(operator)) alternatives.push([]);
    alternatives.at(-1)?.push(negatedIf(isNot(operator), operandOf(rest.left, field, offset)));
    if (rest.operator === undefined || rest.right === undefined) break;
    operator = rest.operator;
    const { right } = rest;
    rest = right.left !== undefined && right.parenthesized !== true ? right : { left: right };
  }
  return joined(
    'any',
    alternatives.map((terms) => joined('all', terms)),
  );
}

function operandOf(node: ParsedNode, outer: string | undefined, offset: number): LuceneTree {
  const field = fieldOf(node) ?? outer;
  if (node.left !== undefined) return chainOf(node as AST, field, node.fieldLocation?.start.offset ?? offset);
  return leafOf(node as unknown as ParsedLeaf, outer);
}

type ParsedLeaf = ParsedNode & Partial<Extract<Node, { term: string }> & Extract<Node, { term_min: string }>>;

function leafOf(leaf: ParsedLeaf, outer: string | undefined): LuceneTree {
  const offset = leaf.fieldLocation?.start.offset ?? leaf.termLocation?.start.offset ?? 0;
  const named = fieldOf(leaf);
  const negated = named?.startsWith('-') === true || named?.startsWith('!') === true;
  const field = negated || named?.startsWith('+') === true ? named?.slice(1) : (named ?? outer);
  const own = { field: field === undefined ? undefined : term.unescape(field), offset };
  if (leaf.term_min !== undefined && leaf.term_max !== undefined) {
    const { term_min: from, term_max: to, inclusive } = leaf;
    const includesFrom = inclusive === 'both' || inclusive === 'left';
    const includesTo = inclusive === 'both' || inclusive === 'right';
    return negatedIf(negated, { kind: 'range', ...own, from, to, includesFrom, includesTo });
  }
  rejectUnsupported(leaf, offset);
  const { prefix, quoted = false, term: text = '' } = leaf;
  const sign = prefix ?? '';
  if (named !== undefined)
    return negatedIf(negated, { kind: 'term', ...own, text: `${sign}${text}`, quoted });
  return negatedIf(sign === '-' || sign === '!', { kind: 'term', ...own, text, quoted });
}

function rejectUnsupported(leaf: ParsedLeaf, offset: number): void {
  if (leaf.regex === true)
    throw new LuceneError('must not contain regular expressions; use wildcards', offset);
  if (leaf.boost != null) throw new LuceneError('must not contain boosts (^)', offset);
  const { proximity } = leaf as { proximity?: number | null };
  if (leaf.similarity != null || proximity != null)
    throw new LuceneError('must not contain fuzzy terms (~)', offset);
}

function fieldOf({ field, fieldLocation }: ParsedNode): string | undefined {
  return fieldLocation == null ? undefined : field;
}

function isOr(operator: string): boolean {
  return operator.startsWith('OR') || operator === '||';
}

function isNot(operator: string): boolean {
  return operator.endsWith('NOT');
}

function negatedIf(negated: boolean, of: LuceneTree): LuceneTree {
  return negated ? { kind: 'not', of } : of;
}

function joined(kind: 'all' | 'any', of: readonly LuceneTree[]): LuceneTree {
  const [only, ...others] = of;
  return only !== undefined && others.length === 0 ? only : { kind, of };
}

function countTerms(tree: LuceneTree): number {
  if (tree.kind === 'not') return countTerms(tree.of);
  if (tree.kind === 'term' || tree.kind === 'range') return 1;
  return tree.of.reduce((sum, part) => sum + countTerms(part), 0);
}
