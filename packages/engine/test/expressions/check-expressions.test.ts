import { expect, test } from 'vitest';
import { checkExpressions } from '../../src/expressions/check-expressions.ts';
import { describeWithEngine } from '../support/engines.ts';

const COLUMNS = ['id', 'at', 'name', 'tags', 'a column', 'file'];

/** Text, and how the engine prints it. */
const ALLOWED: readonly (readonly [string, string])[] = [
  ['id', 'id'],
  ['toYYYYMM(at)', 'toYYYYMM(at)'],
  ['(id, at)', '(id, at)'],
  ['id, name', 'id, name'],
  ['"a column"', '`a column`'],
  ['`file`', 'file'],
  ['id % 16', 'id % 16'],
  ['tags.length', 'tags.length'],
  ["toStartOfInterval(at, INTERVAL 1 HOUR, 'UTC')", "toStartOfInterval(at, toIntervalHour(1), 'UTC')"],
  ['at::Date', "CAST(at, 'Date')"],
  ["name = 'a; b -- c /* d */ # e {f}'", "name = 'a; b -- c /* d */ # e {f}'"],
  ["name IN ('a', 'it''s')", "name IN ('a', 'it\\'s')"],
  ['id IN [1, 2]', 'id IN [1, 2]'],
  ['id BETWEEN 1 AND 2', '(id >= 1) AND (id <= 2)'],
  ['CASE WHEN id > 1 THEN name ELSE NULL END', 'multiIf(id > 1, name, NULL)'],
  ['TOYYYYMM(at)', 'TOYYYYMM(at)'],
  ['tuple()', 'tuple()'],
  ['cityHash64(id) % 4', 'cityHash64(id) % 4'],
];

const REJECTED: readonly (readonly [string, RegExp])[] = [
  ['', /not a valid expression/],
  [' ', /not a valid expression/],
  ['(', /not a valid expression/],
  ['id)', /not a valid expression/],
  ['id, (name', /not a valid expression/],
  ["'open", /not a valid expression/],
  ['sleep(3)', /function sleep/],
  ['sleepEachRow(1)', /function sleepEachRow/],
  ['`sleep`(3)', /function sleep/],
  ["file('/etc/passwd')", /function file/],
  ["url('http://169.254.169.254/')", /function url/],
  ["s3('https://bucket/x')", /function s3/],
  ["dictGet('d', 'a', id)", /function dictGet/],
  ["joinGet('t', 'a', id)", /function joinGet/],
  ["getSetting('max_threads')", /function getSetting/],
  ["getMacro('shard')", /function getMacro/],
  ["getServerSetting('max_concurrent_queries')", /function getServerSetting/],
  ['hostName()', /function hostName/],
  ['currentUser()', /function currentUser/],
  ['currentDatabase()', /function currentDatabase/],
  ['version()', /function version/],
  ['now()', /function now/],
  ['today()', /function today/],
  ['rand()', /function rand/],
  ['generateUUIDv4()', /function generateUUIDv4/],
  ['range(id)', /function range/],
  ['repeat(name, 1000000000)', /function repeat/],
  ['throwIf(id)', /function throwIf/],
  ["aiGenerate('x')", /function aiGenerate/],
  ['addressToLine(id)', /function addressToLine/],
  ['arrayMap(x -> sleep(x), tags)', /function arrayMap/],
  ['x -> x', /function lambda/],
  ['count()', /function count/],
  ['quantile(0.5)(id)', /function quantile/],
  ['sum(id) OVER (PARTITION BY name)', /function sum/],
  ['toUInt8(id) OVER ()', /without parameters and windows/],
  ['(SELECT 1)', /subquery/],
  ['id IN (SELECT id FROM system.tables)', /list of values after IN/],
  ['id IN system.one', /list of values after IN/],
  ['id IN name', /list of values after IN/],
  ['EXISTS(SELECT 1)', /function exists/],
  ['id FROM system.users', /clauses of a statement/],
  ['id WHERE 1', /clauses of a statement/],
  ['id SETTINGS max_memory_usage = 0', /clauses of a statement/],
  ['id FORMAT Null', /clauses of a statement/],
  ['distinct(id), name', /function distinct|clauses/],
  ['TOP 5 id', /clauses of a statement/],
  ['id LIMIT 1', /clauses of a statement/],
  ["id INTO OUTFILE '/tmp/x'", /clauses of a statement/],
  ['DISTINCT id', /clauses of a statement|not a valid/],
  ['id UNION ALL SELECT 1', /clauses of a statement/],
  ['id ORDER BY id', /clauses of a statement/],
  ['id; DROP TABLE x', /semicolon/],
  ['id;', /semicolon/],
  ['id -- comment', /comments/],
  ['id /* comment */', /comments/],
  ['id # comment', /comments/],
  ['{x:UInt8}', /parameters/],
  ['id AS other', /AS/],
  ['1 AS one', /AS/],
  ['@@version', /AS|function/],
  ['*', /columns one by one/],
  ["COLUMNS('.*')", /columns one by one/],
  ['system.one.dummy', /not a column/],
  ['unknown', /not a column/],
  ['idx', /not a column/],
  ['`id\nFunction plus (children 0)`', /control characters|not a column/],
  ['`a\\\\b`', /control characters|not a column/],
  ['?', /not a valid expression/],
  ['id ?? 1', /not a valid expression/],
  [`${'('.repeat(5000)}id${')'.repeat(5000)}`, /nested too deeply/],
];

describeWithEngine('expressions of users', (engine) => {
  test.each(ALLOWED)('%s is allowed', async (text, sql) => {
    expect((await checkExpressions(engine(), text, COLUMNS)).sql).toBe(sql);
  });

  test.each(REJECTED)('%s is rejected', async (text, message) => {
    await expect(checkExpressions(engine(), text, COLUMNS)).rejects.toMatchObject({
      name: 'ExpressionError',
      message: expect.stringMatching(message),
    });
  });

  test('name their columns', async () => {
    const { columns } = await checkExpressions(engine(), 'toYYYYMM(at), tags.length, id + id', COLUMNS);
    expect(columns).toEqual(['at', 'tags', 'id']);
  });
});
