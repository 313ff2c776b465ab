import { expect, test } from 'vitest';
import { requireDestination } from '../../src/compile/check-destination.ts';
import { compileDestination } from '../../src/compile/destination-plan.ts';
import type { PipeDefinition } from '../../src/pipe.ts';
import { qualifiedName } from '../../src/port/names.ts';
import type { BatchDestination } from '../../src/sources/source.ts';
import { prepareTable } from '../../src/tables/prepare-table.ts';
import { insertMessages } from '../../src/writer/insert-messages.ts';
import { lineMessages } from '../../src/writer/messages.ts';
import { readRejectedRows } from '../../src/writer/rejected-rows.ts';
import { describeWithEngine } from '../support/engines.ts';
import { definition, runtimePipe } from '../support/pipes.ts';

const COLUMNS = [
  { name: 'id', type: 'UInt64' },
  { name: 'small', type: 'Nullable(Int8)' },
  { name: 'at', type: 'DateTime' },
  { name: 'tags', type: 'Array(LowCardinality(String))' },
];

/** A message, and the id of its row; undefined for a message that does not fit. */
const CASES: readonly (readonly [string, number | undefined])[] = [
  ['{"id":1}', 1],
  ['{"id":2,"small":127,"at":"2026-11-22T10:00:00Z","tags":["a"],"more":{"a":[1,{}]}}', 2],
  ['{"id":"3","small":"-128","at":1763805600}', 3],
  ['{"id":4,"small":128}', undefined],
  ['{"id":5,"small":-129}', undefined],
  ['{"id":6,"small":null,"at":null,"tags":null}', 6],
  ['{"id":"seven"}', undefined],
  ['{"id":8,"at":"yesterday"}', undefined],
  ['{"id":9,"tags":"a"}', undefined],
  ['{"id":10', undefined],
  ['{"id":11,"tags":["open', undefined],
  ['{"id":12}', 12],
  ['no JSON', undefined],
  ['"text"', undefined],
  ['17', undefined],
  ['{\n  "id": 13,\r\n  "small": 1\n}', 13],
  ['{"id":14}}', undefined],
  ['{"id":15,"tags":["]","}","\\"","\\\\"]}', 15],
  ['{"id":-1}', undefined],
  ['{"id":16,"id":17}', undefined],
  ['{"id":18,"small":1.0}', undefined],
];

describeWithEngine('messages', (engine) => {
  const prepared = async (given: PipeDefinition = definition({ columns: COLUMNS })) => {
    const pipe = runtimePipe(given);
    const checked = await requireDestination(engine(), given);
    await prepareTable(engine(), pipe, checked);
    const destination: BatchDestination = {
      engine: engine(),
      plan: compileDestination(pipe, checked.columns),
      pipeId: pipe.id,
      token: 'token',
      signal: new AbortController().signal,
    };
    const insert = (texts: readonly string[], change: Partial<BatchDestination> = {}) =>
      insertMessages(
        { ...destination, ...change },
        lineMessages(
          'JSONEachRow',
          texts.map((text, index) => ({ bytes: Buffer.from(text), location: `message ${index}` })),
        ),
      );
    const ids = async () => {
      const sql = `SELECT id FROM ${qualifiedName(destination.plan.table)} ORDER BY id`;
      return (await engine().query({ sql })).rows().map(({ id }) => Number(id));
    };
    const rejected = async () => (await readRejectedRows(engine(), pipe, 1000, undefined)).reverse();
    return { pipe, destination, insert, ids, rejected };
  };
  const fitting = CASES.flatMap(([, id]) => (id === undefined ? [] : [id]));

  test('that fit are inserted, and all others are kept with their reasons', async () => {
    const { insert, ids, rejected } = await prepared();
    const texts = CASES.map(([text]) => text);
    const moved = await insert(texts);
    expect(await ids()).toEqual(fitting);
    const rows = await rejected();
    expect(rows.map(({ location }) => location)).toEqual(
      CASES.flatMap(([, id], index) => (id === undefined ? [`message ${index}`] : [])),
    );
    expect(rows.map(({ reason }) => reason)).toMatchInlineSnapshot(`
      [
        "A value of the field small is too large or too small for Int8",
        "A value of the field small is too large or too small for Int8",
        "Cannot parse input: expected '"' (while reading the value of key id)",
        "Cannot read DateTime: unexpected word (while reading the value of key at)",
        "Array does not start with '[' character (while reading the value of key tags)",
        "Unexpected end of stream while parsing JSONEachRow format",
        "Cannot parse JSON string: expected closing quote (while reading the value of key tags)",
        "The message is not a JSON object",
        "The message is not a JSON object",
        "The message is not a JSON object",
        "Cannot parse input: expected '{'",
        "Unsigned type must not contain '-' symbol (while reading the value of key id)",
        "Duplicate field found while parsing JSONEachRow format: id",
        "Cannot parse input: expected ','",
      ]
    `);
    expect(moved).toEqual({
      rows: fitting.length,
      errors: CASES.length - fitting.length,
      batches: 1,
      bytes: expect.any(Number),
    });
    await insert(texts);
    expect(await ids()).toEqual(fitting);
    expect(await rejected()).toEqual(rows);
  });

  test('have the same result alone as in a batch', async () => {
    const { insert, ids } = await prepared();
    const inserted: string[] = [];
    for (const [text] of CASES) {
      const { rows } = await insert([text], { token: text });
      if (rows === 1) inserted.push(text);
    }
    expect(inserted).toEqual(CASES.flatMap(([text, id]) => (id === undefined ? [] : [text])));
    expect(await ids()).toEqual(fitting);
  });

  test('take few statements, even if none of many fits', async () => {
    const { insert, ids, rejected } = await prepared();
    let statements = 0;
    const counting = {
      ...engine(),
      query: (...query: Parameters<ReturnType<typeof engine>['query']>) => {
        statements += 1;
        return engine().query(...query);
      },
    };
    const messageOf = (id: number) =>
      JSON.stringify({ id: id < 900 && id !== 500 ? 'x' : id, small: id < 900 ? 5 : 900 });
    await insert(
      Array.from({ length: 1_000 }, (_, id) => messageOf(id)),
      { engine: counting },
    );
    expect(await ids()).toEqual([500]);
    const rows = await rejected();
    expect(rows).toHaveLength(999);
    expect(rows[0]?.reason).toContain('Cannot parse input');
    expect(rows[100]?.reason).toBe('A value of the field id is no UInt64');
    expect(rows[950]?.reason).toBe('A value of the field small is no Int8');
    expect(statements).toBeLessThan(40);
  });

  test('in fields with names of all kinds are sorted out, too', async () => {
    const columns = [
      { name: 'id', type: 'UInt64' },
      { name: 'it\'s `odd` "\\ 1.2', type: 'UInt8' },
      { name: 'pair', type: 'Tuple(a UInt8, b String)' },
    ];
    const { insert, ids, rejected } = await prepared(definition({ columns }));
    const odd = (id: number, value: unknown) =>
      JSON.stringify({ id, 'it\'s `odd` "\\ 1.2': value, pair: { a: 1, b: "it's \\ `" } });
    await insert([...Array.from({ length: 10 }, (_, id) => odd(id, id)), odd(10, 256), odd(11, 'x')]);
    expect(await ids()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await rejected()).toHaveLength(2);
  });

  test('with secrets are returned without them', async () => {
    const { insert, rejected } = await prepared();
    await insert([`{"id":"x","password":"hunter2","apiKey":17,"note":"${'n'.repeat(300)}"}`]);
    const [row] = await rejected();
    expect(row?.excerpt).toMatch(/^\{"id":"x","password":"\*\*\*","apiKey":\*\*\*,"note":"n+$/);
    expect(row?.excerpt).toHaveLength(200);
    expect(JSON.stringify(row)).not.toContain('hunter2');
  });

  test('that the table does not take are no rejected rows', async () => {
    const { insert, rejected, destination } = await prepared();
    await engine().command({ sql: `DROP TABLE ${qualifiedName(destination.plan.table)} SYNC` });
    await expect(insert(['{"id":1}', '{"id":"x"}'])).rejects.toMatchObject({ type: 'UNKNOWN_TABLE' });
    expect(await rejected()).toEqual([]);
  });
});
