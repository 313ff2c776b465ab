import { describe, expect, test } from 'vitest';
import { compileLucene } from '../../../src/query/lucene/compile-lucene.ts';
import { checked } from '../../../src/query/sql-fragment.ts';

const COLUMNS = [
  { name: 'Body', type: 'String' },
  { name: 'Service', type: 'LowCardinality(String)' },
  { name: 'Duration', type: 'UInt64' },
  { name: 'Load', type: 'Nullable(Float64)' },
  { name: 'Failed', type: 'Bool' },
  { name: 'At', type: "DateTime64(9, 'UTC')" },
  { name: 'Tags', type: 'Array(String)' },
  { name: 'Ports', type: 'Array(UInt16)' },
  { name: 'Level', type: "Enum8('a' = 1)" },
  { name: 'Attributes', type: 'Map(LowCardinality(String), String)' },
  { name: 'Events.Name', type: 'Array(LowCardinality(String))' },
  { name: 'Json', type: 'JSON' },
  { name: 'Pair', type: 'Tuple(String, String)' },
];
const SEARCHED = { columns: COLUMNS, text: checked({ sql: 'Body' }), textColumn: 'Body' };

const word = (text: string) => `hasTokenCaseInsensitive((Body), ${text})`;

const CONDITIONS: readonly (readonly [string, string])[] = [
  ['a', word('a')],
  ['a b', `(${word('a')}) AND (${word('b')})`],
  ['a AND b OR c d', `((${word('a')}) AND (${word('b')})) OR ((${word('c')}) AND (${word('d')}))`],
  ['a OR b c', `(${word('a')}) OR ((${word('b')}) AND (${word('c')}))`],
  ['a && b || c', `((${word('a')}) AND (${word('b')})) OR (${word('c')})`],
  ['(a OR b) c', `((${word('a')}) OR (${word('b')})) AND (${word('c')})`],
  ['NOT a OR NOT b', `(NOT (${word('a')})) OR (NOT (${word('b')}))`],
  ['a NOT b', `(${word('a')}) AND (NOT (${word('b')}))`],
  ['a AND NOT (b OR c)', `(${word('a')}) AND (NOT ((${word('b')}) OR (${word('c')})))`],
  ['-a', `NOT (${word('a')})`],
  ['!a +b', `(NOT (${word('a')})) AND (${word('b')})`],
  ['a-b', 'positionCaseInsensitiveUTF8((Body), a-b) > 0'],
  ['é', 'positionCaseInsensitiveUTF8((Body), é) > 0'],
  ['"a b"', 'positionCaseInsensitiveUTF8((Body), a b) > 0'],
  ['"a \\"b\\""', 'positionCaseInsensitiveUTF8((Body), a "b") > 0'],
  ['ab*', '(Body) ILIKE %ab%%'],
  ['a\\*b', 'positionCaseInsensitiveUTF8((Body), a*b) > 0'],
  ['*', '1'],
  ['Body:a', word('a')],
  ['Body:*', 'notEmpty(`Body`)'],
  ['Service:checkout', 'lowerUTF8(`Service`) = lowerUTF8(checkout)'],
  ['Service:"check out"', '`Service` = check out'],
  ['Service:ch?c_%*', '`Service` ILIKE ch_c\\_\\%%'],
  ['Service:(a OR b)', '(lowerUTF8(`Service`) = lowerUTF8(a)) OR (lowerUTF8(`Service`) = lowerUTF8(b))'],
  ['Service:(a OR Duration:5)', '(lowerUTF8(`Service`) = lowerUTF8(a)) OR (`Duration` = 5)'],
  ['-Service:a', 'NOT (lowerUTF8(`Service`) = lowerUTF8(a))'],
  ['NOT Service:a', 'NOT (lowerUTF8(`Service`) = lowerUTF8(a))'],
  ['Duration:5', '`Duration` = 5'],
  ['Duration:>=5', '`Duration` >= 5'],
  ['Duration:<1.5', '`Duration` < 1.5'],
  ['Duration:-5', '`Duration` = -5'],
  ['Duration:18446744073709551615', '`Duration` = 18446744073709552000'],
  ['Duration:[1 TO 5]', '`Duration` >= 1 AND `Duration` <= 5'],
  ['Duration:{1 TO *]', '`Duration` > 1'],
  ['Duration:[* TO 5}', '`Duration` < 5'],
  ['Duration:[* TO *]', 'isNotNull(`Duration`)'],
  ['Load:>1', 'ifNull(`Load` > 1, 0)'],
  ['Load:*', 'ifNull(isNotNull(`Load`), 0)'],
  ['Failed:true', '`Failed` = true'],
  [
    'At:[2026-05-04 TO 2026-05-04T09:30:00Z}',
    "`At` >= fromUnixTimestamp64Milli(1777852800000, 'UTC') AND `At` < fromUnixTimestamp64Milli(1777887000000, 'UTC')",
  ],
  ['Tags:a', 'has(`Tags`, a)'],
  ['Ports:80', 'has(`Ports`, 80)'],
  ['Events.Name:a', 'has(`Events.Name`, a)'],
  ['Level:a', 'lowerUTF8(toString(`Level`)) = lowerUTF8(a)'],
  ['Attributes.http.status:500', 'lowerUTF8(`Attributes`[http.status]) = lowerUTF8(500)'],
  ['Attributes.http.status:>=500', 'ifNull(toFloat64OrNull(`Attributes`[http.status]) >= 500, 0)'],
  ['Attributes.http.status:*', 'mapContains(`Attributes`, http.status)'],
  ['Attributes.a\\:b:x', 'lowerUTF8(`Attributes`[a:b]) = lowerUTF8(x)'],
  ['Json.a.b:x', 'ifNull(lowerUTF8(toString(`Json`.`a`.`b`)) = lowerUTF8(x), 0)'],
  ["it's", "positionCaseInsensitiveUTF8((Body), it's) > 0"],
  ['and or not', `(${word('and')}) AND (${word('or')}) AND (${word('not')})`],
];

const REJECTED: readonly (readonly [string, RegExp])[] = [
  ['a AND', /each side of AND; see position 3/],
  ['OR a', /each side of OR; see position 1/],
  ['AND', /each side of AND/],
  ['a OR AND b', /each side of AND; see position 6/],
  ['NOT', /each side of NOT/],
  ['NOT NOT a', /between NOT and NOT; see position 5/],
  ['a AND  NOT b', /exactly one space between AND and NOT; see position 6/],
  ['a && NOT b', /between && and NOT/],
  ['a OR(b)', /space after OR; see position 5/],
  ['(a', /ends too early/],
  ['a)', /unexpected near "\)"; .*; see position 2/],
  ['()', /unexpected/],
  ['"a', /unexpected|too early/],
  ['Service:', /ends too early/],
  ['a:b:c', /unexpected near ":c"/],
  ['http://x', /unexpected/],
  ['2026-05-04T09:30:00Z', /unexpected/],
  ['/re/', /regular expressions/],
  ['a~', /fuzzy/],
  ['"a b"~3', /fuzzy/],
  ['a^2', /boosts/],
  ['[1 TO 5]', /must have a field before the range/],
  ['x Unknown:a', /"Unknown", which is not a column of the source; see position 3/],
  ['Attributes:a', /must name a key of Attributes/],
  ['Pair:a', /cannot be searched/],
  ['Duration:abc', /with a number, not "abc"/],
  ['Duration:1e999', /with a number/],
  ['Failed:maybe', /true or false/],
  ['Failed:>true', /no order/],
  ['At:yesterday', /a date or a timestamp/],
  ['At:2026-99-99', /a date or a timestamp/],
  ['Ports:http', /with a number/],
  [`${'('.repeat(51)}a${')'.repeat(51)}`, /more than 50 nested/],
  [Array(201).fill('a').join(' '), /more than 200 terms/],
];

/** The condition with its values in place of their parameters. */
function textOf(text: string): string | undefined {
  const statement = compileLucene(text, SEARCHED)?.compile();
  return statement?.sql.replace(/\{(p\d+):[^}]*\}/g, (_, name: string) => String(statement.parameters[name]));
}

describe('a condition in Lucene syntax', () => {
  test.each(CONDITIONS)('%s', (text, sql) => {
    expect(textOf(text)).toBe(sql);
  });

  test.each(REJECTED)('%s is rejected', (text, message) => {
    expect(() => textOf(text)).toThrow(
      expect.objectContaining({ name: 'LuceneError', message: expect.stringMatching(message) }),
    );
  });

  test.each(['', '  \n'])('%j selects everything', (text) => {
    expect(textOf(text)).toBeUndefined();
  });

  test('needs fields if the source has no text', () => {
    expect(() => compileLucene('a', { columns: COLUMNS })).toThrow(/must have a field/);
  });

  test('binds every value', () => {
    const { sql } = compileLucene('a Service:b Attributes.c:d Duration:5', SEARCHED)?.compile() ?? {
      sql: '',
    };
    expect(sql.match(/\{p\d+:\w+\}/g)).toHaveLength(5);
  });
});
