import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EnginePort } from '../../../../src/port/engine-port.ts';
import { qualifiedName, quoteName } from '../../../../src/port/names.ts';
import { copyStatement, snapshotInsert } from '../../../../src/sources/postgres/tables/insert-statements.ts';
import { preparePlannedTable } from '../../../../src/sources/postgres/tables/prepare-planned-table.ts';
import type { TablePlan } from '../../../../src/sources/postgres/tables/table-plan.ts';
import { describeWithEngine } from '../../../support/engines.ts';
import { copyOut } from '../../../support/postgres/copy-out.ts';
import { mapping as tableMapping } from '../../../support/postgres/defined-pipe.ts';
import {
  type ReplicatedDatabase,
  replicatedDatabase,
} from '../../../support/postgres/replicated-database.ts';
import { planOf, writerOf } from '../../../support/postgres/table-mapping.ts';
import { TYPE_CASES } from '../../../support/postgres/type-cases.ts';

const row = fc.tuple(...TYPE_CASES.map(({ texts }) => fc.option(texts, { freq: 8 })));
const columns = TYPE_CASES.map(({ type }, index) => `c${index} ${type}`).join(', ');
const signal = new AbortController().signal;

describeWithEngine('values of every type', (engine) => {
  test('are the same in Postgres, after the snapshot, and after a change', async () => {
    const database = await replicatedDatabase();
    for (const { setUp } of TYPE_CASES) if (setUp !== undefined) await database.run(setUp);
    await database.run(`create table given (id int primary key, ${columns})`);
    const changed = await planOf(database.client, tableMapping('given'));
    const copied = { ...changed, table: { ...changed.table, table: 'copied' } };
    const writer = await writerOf(engine(), database.client, [changed]);
    await preparePlannedTable(engine(), 'pipe', copied);
    const changes = await database.follow();
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (rows) => {
        await database.run('truncate given');
        await insertRows(database, rows);
        await writer.write(await changes.take(), { token: 'unused', signal });
        await engine().command({ sql: `TRUNCATE TABLE ${qualifiedName(copied.table)}` });
        await copyTable(database, engine(), copied);
        const expected = await expectedRows(database);
        expect(await storedRows(engine(), copied)).toEqual(expected);
        expect(await storedRows(engine(), changed)).toEqual(expected);
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });

  test('become the default of the type where they are null and the column is not nullable', async () => {
    const database = await replicatedDatabase();
    for (const { setUp } of TYPE_CASES) if (setUp !== undefined) await database.run(setUp);
    await database.run(
      `create table given (id int primary key, ${columns})`,
      'insert into given (id) values (1)',
    );
    const plan = await planOf(database.client, tableMapping('given'), { allowNullableColumns: false });
    await writerOf(engine(), database.client, [plan]);
    await copyTable(database, engine(), plan);
    const defaults = plan.columns.slice(1).map(({ name, type }) => {
      expect(type).not.toContain('Nullable');
      return `${quoteName(name)} = defaultValueOfTypeName('${type.replaceAll("'", "\\'")}')`;
    });
    const sql = `SELECT [${defaults.join(', ')}] AS same FROM ${qualifiedName(plan.table)}`;
    const [stored] = (await engine().query({ sql })).rows<{ same: number[] }>();
    expect(stored?.same).toEqual(defaults.map(() => 1));
  });
});

async function insertRows(
  { client }: ReplicatedDatabase,
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  const list = ['id', ...TYPE_CASES.map((_, index) => `c${index}`)]
    .map((_, index) => `$${index + 1}`)
    .join(', ');
  for (const [id, values] of rows.entries())
    await client.query(`insert into given values (${list})`, [id, ...values]);
}

async function copyTable({ client }: ReplicatedDatabase, engine: EnginePort, plan: TablePlan): Promise<void> {
  await engine.query({ ...snapshotInsert(plan, 0n), data: copyOut(client, copyStatement(plan)) });
}

type Values = Record<string, unknown>;

async function expectedRows({ client }: ReplicatedDatabase): Promise<Values[]> {
  const list = TYPE_CASES.map(
    ({ expected }, index) => `to_json(${expected.replace(/\bc\b/g, `c${index}`)}) as c${index}`,
  );
  const { rows } = await client.query<Values>(`select ${list.join(', ')} from given order by id`);
  // A null of an array is an empty array.
  return rows.map((values) =>
    Object.fromEntries(
      TYPE_CASES.map(({ type }, index) => [
        `c${index} ${type}`,
        values[`c${index}`] ?? (isArray(type) ? [] : null),
      ]),
    ),
  );
}

function isArray(type: string): boolean {
  return type.endsWith(']') || type === 'prices' || type === 'moods';
}

async function storedRows(engine: EnginePort, { table }: TablePlan): Promise<Values[]> {
  const list = TYPE_CASES.map(
    ({ stored, type }, index) =>
      `${stored.replace(/\bc\b/g, `t.c${index}`)} AS ${quoteName(`c${index} ${type}`)}`,
  );
  const sql = `SELECT ${list.join(', ')} FROM ${qualifiedName(table)} AS t FINAL ORDER BY t.id`;
  return (
    await engine.query({ sql, settings: { output_format_json_quote_64bit_integers: 0 } })
  ).rows<Values>();
}
