import type { TableColumn } from '../checked-query.ts';
import { join, type SqlFragment, sql } from '../sql-fragment.ts';
import { LuceneError } from './lucene-error.ts';
import { type LuceneRange, type LuceneTerm, type LuceneTree, parseLucene } from './parse-lucene.ts';
import { findField } from './searchable-field.ts';
import { matchRange, matchTerm, matchWords } from './term-condition.ts';

/** What a condition can refer to. */
export interface SearchedTable {
  readonly columns: readonly TableColumn[];
  /** The text that terms without a field are searched in: the body of a log, or the name of a span. */
  readonly text?: SqlFragment;
  /** The column of `text`, if it is one. */
  readonly textColumn?: string;
}

/**
 * Compiles a condition in Lucene syntax. Its values are bound; undefined if the text is blank.
 *
 * @throws LuceneError with the position of the error
 */
export function compileLucene(text: string, searched: SearchedTable): SqlFragment | undefined {
  const tree = parseLucene(text);
  return tree === undefined ? undefined : conditionOf(tree, searched);
}

function conditionOf(tree: LuceneTree, searched: SearchedTable): SqlFragment {
  if (tree.kind === 'not') return sql`NOT (${conditionOf(tree.of, searched)})`;
  if (tree.kind === 'term' || tree.kind === 'range') return leafCondition(tree, searched);
  const parts = tree.of.map((part) => sql`(${conditionOf(part, searched)})`);
  return join(parts, tree.kind === 'all' ? ' AND ' : ' OR ');
}

function leafCondition(leaf: LuceneTerm | LuceneRange, searched: SearchedTable): SqlFragment {
  if (leaf.field === undefined) return withoutField(leaf, searched);
  const field = findField(searched.columns, leaf.field);
  if (typeof field === 'string') throw new LuceneError(field, leaf.offset);
  const words = searched.text !== undefined && leaf.field === searched.textColumn && leaf.kind === 'term';
  if (words && leaf.text !== '*') return matchWords(searched.text, leaf);
  const condition = leaf.kind === 'range' ? matchRange(field, leaf) : matchTerm(field, leaf);
  // A comparison with NULL is not met, so that its negation is.
  return field.nullable ? sql`ifNull(${condition}, 0)` : condition;
}

function withoutField(leaf: LuceneTerm | LuceneRange, { text }: SearchedTable): SqlFragment {
  if (leaf.kind === 'range')
    throw new LuceneError('must have a field before the range, as in field:[1 TO 5]', leaf.offset);
  if (text === undefined)
    throw new LuceneError(
      'must have a field before each term, because the source has no text to search',
      leaf.offset,
    );
  return matchWords(text, leaf);
}
