import { term } from 'lucene';
import { type SqlFragment, sql, value } from '../sql-fragment.ts';
import { LuceneError } from './lucene-error.ts';
import type { LuceneRange, LuceneTerm } from './parse-lucene.ts';
import type { FieldKind, SearchableField } from './searchable-field.ts';

/** `field:term`, `field:"a phrase"`, `field:*` and `field:>5`. */
export function matchTerm(field: SearchableField, leaf: LuceneTerm): SqlFragment {
  const { text, quoted, offset } = leaf;
  if (quoted) return equals(field, term.unescape(text), offset);
  if (text === '*') return field.exists;
  const [, operator, bound = ''] = /^(>=|<=|>|<)(.+)$/s.exec(text) ?? [];
  if (operator !== undefined) return compare(field, operator, term.unescape(bound), offset);
  if (field.kind !== 'text') return equals(field, term.unescape(text), offset);
  if (hasWildcard(text)) return sql`${field.expression} ILIKE ${value('String', patternOf(text))}`;
  return sql`lowerUTF8(${field.expression}) = lowerUTF8(${value('String', term.unescape(text))})`;
}

/** `field:[1 TO 5]`; braces exclude a bound, and `*` is an open one. */
export function matchRange(field: SearchableField, range: LuceneRange): SqlFragment {
  const { from, to, includesFrom, includesTo, offset } = range;
  const lower =
    from === '*' ? undefined : compare(field, includesFrom ? '>=' : '>', term.unescape(from), offset);
  const upper = to === '*' ? undefined : compare(field, includesTo ? '<=' : '<', term.unescape(to), offset);
  if (lower !== undefined && upper !== undefined) return sql`${lower} AND ${upper}`;
  return lower ?? upper ?? field.exists;
}

/** A word or a phrase in a text, in any case. `*` and `?` are wildcards of a word. */
export function matchWords(text: SqlFragment, { text: word, quoted }: LuceneTerm): SqlFragment {
  if (!quoted && word === '*') return sql`1`;
  if (!quoted && hasWildcard(word)) return sql`${text} ILIKE ${value('String', `%${patternOf(word)}%`)}`;
  const plain = term.unescape(word);
  if (!quoted && /^[A-Za-z0-9]+$/.test(plain))
    return sql`hasTokenCaseInsensitive(${text}, ${value('String', plain)})`;
  return sql`positionCaseInsensitiveUTF8(${text}, ${value('String', plain)}) > 0`;
}

function equals(field: SearchableField, text: string, offset: number): SqlFragment {
  if (field.kind === 'list')
    return sql`has(${field.expression}, ${operandOf(field.elements ?? 'text', text, offset)})`;
  return sql`${field.expression} = ${operandOf(field.kind, text, offset)}`;
}

const COMPARISONS: Readonly<Record<string, SqlFragment>> = {
  '>': sql`>`,
  '>=': sql`>=`,
  '<': sql`<`,
  '<=': sql`<=`,
};

function compare(field: SearchableField, operator: string, bound: string, offset: number): SqlFragment {
  if (field.kind === 'list' || field.kind === 'boolean')
    throw new LuceneError('compares a field that has no order', offset);
  const compared = field.kind === 'text' && isNumber(bound) ? asNumber(field) : field;
  const condition = sql`${compared.expression} ${COMPARISONS[operator] ?? sql`=`} ${operandOf(compared.kind, bound, offset)}`;
  return compared === field ? condition : sql`ifNull(${condition}, 0)`;
}

/** Attributes are text; those that are no numbers are not met by a comparison with one. */
function asNumber(field: SearchableField): SearchableField {
  return { ...field, kind: 'number', expression: sql`toFloat64OrNull(${field.expression})` };
}

function operandOf(kind: FieldKind, text: string, offset: number): SqlFragment {
  if (kind === 'number') return numberOf(text, offset);
  if (kind === 'time') return timeOf(text, offset);
  if (kind !== 'boolean') return value('String', text);
  if (text !== 'true' && text !== 'false')
    throw new LuceneError(`must compare the field with true or false, not ${JSON.stringify(text)}`, offset);
  return text === 'true' ? sql`true` : sql`false`;
}

const SMALLEST = -(2n ** 63n);
const LARGEST = 2n ** 63n - 1n;

function numberOf(text: string, offset: number): SqlFragment {
  if (!isNumber(text))
    throw new LuceneError(`must compare the field with a number, not ${JSON.stringify(text)}`, offset);
  if (!/^[-+]?\d+$/.test(text)) return value('Float64', Number(text));
  const integer = BigInt(text.replace(/^\+/, ''));
  if (integer < SMALLEST || integer > LARGEST) return value('Float64', Number(text));
  return value('Int64', String(integer));
}

function isNumber(text: string): boolean {
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(text) && Number.isFinite(Number(text));
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[-+]\d{2}:\d{2}))?$/;

function timeOf(text: string, offset: number): SqlFragment {
  const time = TIMESTAMP.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new LuceneError(
      `must compare the field with a date or a timestamp such as 2026-05-04T09:30:00Z, not ${JSON.stringify(text)}`,
      offset,
    );
  return sql`fromUnixTimestamp64Milli(${value('Int64', time)}, 'UTC')`;
}

/** An escaped character, or one that is special in a pattern. */
const SPECIAL = /\\(.)|[*?%_]/gs;

function hasWildcard(text: string): boolean {
  return [...text.matchAll(SPECIAL)].some(([found]) => found === '*' || found === '?');
}

/** The pattern of LIKE for a term with wildcards. */
function patternOf(text: string): string {
  return text.replace(SPECIAL, (found, escaped: string | undefined) => {
    if (found === '*') return '%';
    if (found === '?') return '_';
    const plain = escaped ?? found;
    return /[%_\\]/.test(plain) ? `\\${plain}` : plain;
  });
}
