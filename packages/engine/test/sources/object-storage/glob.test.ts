import { expect, test } from 'vitest';
import { parseGlob } from '../../../src/sources/object-storage/glob.ts';

test.each([
  ['a/b.csv', ['a/b.csv'], ['a/b.csvx', 'a/b', 'A/b.csv']],
  ['a/?.csv', ['a/b.csv', 'a/ü.csv', 'a/😀.csv'], ['a/.csv', 'a/bc.csv', 'a//.csv']],
  ['a/*.csv', ['a/.csv', 'a/b.csv'], ['a/b/c.csv', 'a/b.csv.gz']],
  ['a/**', ['a/', 'a/b', 'a/b/c'], ['a', 'b/a']],
  ['a/**/*.csv', ['a/b.csv', 'a/b/c.csv', 'a/b/c/d.csv'], ['a.csv', 'a/b.csv/c']],
  ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['a/xb', 'ab']],
  ['a**.csv', ['a.csv', 'ab/c.csv'], ['b/a.csv']],
  ['{a,b}/*.{csv,tsv}', ['a/x.csv', 'b/x.tsv'], ['c/x.csv', 'a/x.json']],
  ['a{,/b{1,2}}/c', ['a/c', 'a/b1/c', 'a/b2/c'], ['a/b/c']],
  ['a{b', ['a{b'], ['ab']],
  ['a}b,c', ['a}b,c'], []],
  ['\\*\\{a,b\\}', ['*{a,b}'], ['a', 'x{a,b}']],
  ['[ab].!(c)+', ['[ab].!(c)+'], ['a.c', 'a']],
])('%s', (pattern, matching, others) => {
  const glob = parseGlob(pattern);
  expect(matching.filter((key) => !glob.matches(key))).toEqual([]);
  expect(others.filter((key) => glob.matches(key))).toEqual([]);
  expect(matching.filter((key) => !key.startsWith(glob.prefix))).toEqual([]);
});

test.each([
  ['orders/2026-*/x', 'orders/2026-'],
  ['{orders/a,orders/b}/*', 'orders/'],
  ['**', ''],
  ['orders/\\*', 'orders/*'],
])('lists %s by a prefix', (pattern, prefix) => {
  expect(parseGlob(pattern).prefix).toBe(prefix);
});

test('takes no exponential time for many wildcards', () => {
  expect(parseGlob(`${'a*'.repeat(500)}b`).matches('a'.repeat(1_000))).toBe(false);
  expect(parseGlob(`${'**/'.repeat(100)}b`).matches('a/'.repeat(400))).toBe(false);
});

test('rejects a pattern with too many alternatives', () => {
  expect(() => parseGlob('{a,b}'.repeat(30))).toThrow('more than 1000 alternatives');
});
