import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EngineError } from '../../src/port/engine-error.ts';
import { isAboutData } from '../../src/writer/data-error.ts';
import { ENGINE_ERRORS } from '../../src/writer/engine-errors.ts';
import { destinationFailure } from '../../src/writer/engine-failure.ts';
import { describeWithEngine } from '../support/engines.ts';

const TABLE = { database: 'shop', table: 'orders' };
const DOCUMENTED = readFileSync(join(import.meta.dirname, '../../docs/cluster.md'), 'utf8');

test('every rule is documented with its code and its state, and nothing else is', () => {
  const rows = [...DOCUMENTED.matchAll(/^\| `([A-Z_]+)` +\| (\d+) +\| `(Degraded|Failed)` +\|/gm)];
  const documented = rows.map(([, name, code, state]) => [name, Number(code), state]);
  const rules = Object.entries(ENGINE_ERRORS).map(([name, { code, isFinal }]) => [
    name,
    code,
    isFinal === true ? 'Failed' : 'Degraded',
  ]);
  expect(documented).toEqual(rules);
});

test.each(Object.entries(ENGINE_ERRORS))(
  '%s rejects no row, and is explained',
  (name, { code, sentence, isFinal }) => {
    const error = new EngineError(code, name, `Replica /clickhouse/tables/1 of 10.0.0.7 is not ready`);
    expect(isAboutData(error)).toBe(false);
    const failure = destinationFailure(error, TABLE, 'take rows');
    expect(failure).toMatchObject({ code: 'destination_failed', isFinal: isFinal === true });
    expect((failure as Error).message).toBe(
      `The table \`shop\`.\`orders\` cannot take rows. ${sentence} (${name}, code ${code}).`,
    );
  },
);

describeWithEngine('the engine', (engine) => {
  test('has the errors of the rules, with the same codes', async () => {
    const codes = Object.values(ENGINE_ERRORS).map(({ code }) => code);
    const { rows } = await engine().query({
      sql: 'SELECT errorCodeToName(arrayJoin({codes:Array(UInt32)})) AS name',
      parameters: { codes },
    });
    expect(rows<{ name: string }>().map(({ name }) => name)).toEqual(Object.keys(ENGINE_ERRORS));
  });
});
