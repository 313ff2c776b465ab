import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTypes, resolveType } from '../../../../src/sources/postgres/relations/column-types.ts';
import { conversionOf } from '../../../../src/sources/postgres/types/column-conversion.ts';
import { replicatedDatabase } from '../../../support/postgres/replicated-database.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/postgres-types.md'), 'utf8');

/** The types that the first table of the page has, with those of ClickHouse. */
const DOCUMENTED = new Map(
  [...PAGE.matchAll(/^\| (`[^|]+) \| `([^|]+)` +\| /gm)].flatMap(([, types = '', type = '']) =>
    [...types.matchAll(/`([^`]+)`/g)].map(([, name = '']): [string, string] => [name, type]),
  ),
);

describe('the page about types', () => {
  test('has every type that a column of Postgres can have', async () => {
    const { client } = await replicatedDatabase();
    const { rows } = await client.query<{ name: string }>(
      `select typname as name from pg_type
        where typnamespace = 'pg_catalog'::regnamespace and typtype in ('b', 'r', 'm')
          and oid not in (select typarray from pg_type)`,
    );
    const names = rows.map(({ name }) => name);
    const known = [...DOCUMENTED.keys()].filter((name) => !name.includes('('));
    expect(known.sort()).toEqual(names.sort());
  });

  test('has the type that each of them becomes', async () => {
    const { client } = await replicatedDatabase();
    for (const [name, type] of DOCUMENTED) {
      const sql = `select to_regtype($1)::oid::int8::text as oid, to_regtypemod($1) as modifier`;
      const { rows } = await client.query<{ oid: string; modifier: number }>(sql, [
        name.includes('(') ? name : `pg_catalog."${name}"`,
      ]);
      const declared = {
        oid: Number(rows[0]?.oid),
        modifier: rows[0]?.modifier ?? -1,
        dimensions: 0,
        printed: name,
      };
      const resolved = resolveType(await readTypes(client, [declared.oid]), declared);
      expect([name, conversionOf({ type: resolved, nullable: false }, false).type]).toEqual([name, type]);
    }
  });
});
