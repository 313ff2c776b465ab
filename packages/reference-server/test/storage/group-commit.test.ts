import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/storage/database.ts';
import { GroupCommit } from '../../src/storage/group-commit.ts';
import { openWriter, type SqliteFile } from '../../src/storage/sqlite-file.ts';
import { DatabaseUnavailable } from '../../src/storage/unavailable.ts';
import { NOW } from '../support/stored-pipes.ts';
import { temporaryFolder } from '../support/test-server.ts';

// A small sample; `pnpm verify` sets more.
const RUNS = Number(process.env.PENSTOCK_TEST_TRANSACTIONS ?? 15);

/** What a transaction does: the rows that it inserts, and how it ends. */
const transactions = fc.array(
  fc.record({
    rows: fc.integer({ min: 0, max: 3 }),
    end: fc.constantFrom('commit', 'throw', 'break a constraint', 'single statement'),
    /** Turns of the event loop before it begins. */
    delay: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 1, maxLength: 40 },
);

type Planned = typeof transactions extends fc.Arbitrary<(infer Item)[]> ? Item : never;

const organization = (id: string) => ({ id, name: id, created_at: NOW });

async function openOrganizations() {
  const file = join(temporaryFolder(), 'penstock.db');
  const { db } = await openDatabase({ file });
  const other = new DatabaseSync(file, { readOnly: true });
  onTestFinished(async () => {
    other.close();
    await db.destroy();
  });
  const select = other.prepare('select id from organizations order by id');
  /** What another connection sees: what is committed. */
  return { db, stored: () => select.all().map(({ id }) => String(id)) };
}

test('each transaction is stored as a whole before it resolves, or not at all', async () => {
  const { db, stored } = await openOrganizations();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(transactions, async (plan) => {
      run += 1;
      await db.deleteFrom('organizations').execute();
      await db.insertInto('organizations').values(organization('taken')).execute();
      const results = await Promise.all(
        plan.map(async (planned, index) => {
          const ids = idsOf(planned, `${run}-${String(index).padStart(2, '0')}`);
          for (let turn = 0; turn < planned.delay; turn += 1) await new Promise(setImmediate);
          const isStored = await execute(db, planned, ids).then(
            () => true,
            () => false,
          );
          const seen = new Set(stored());
          expect(ids.map((id) => seen.has(id))).toEqual(ids.map(() => isStored));
          expect(isStored).toBe(planned.end === 'commit' || planned.end === 'single statement');
          return isStored ? ids : [];
        }),
      );
      expect(stored()).toEqual(['taken', ...results.flat()].sort());
    }),
    { numRuns: RUNS },
  );
});

function idsOf({ rows, end }: Planned, prefix: string): string[] {
  const count = end === 'single statement' ? 1 : rows;
  return Array.from({ length: count }, (_, row) => `${prefix}-${row}`);
}

type Organizations = Awaited<ReturnType<typeof openOrganizations>>['db'];

async function execute(db: Organizations, { end }: Planned, ids: readonly string[]): Promise<void> {
  if (end === 'single statement') {
    await db.insertInto('organizations').values(ids.map(organization)).execute();
    return;
  }
  await db.transaction().execute(async (transaction) => {
    for (const id of ids) await transaction.insertInto('organizations').values(organization(id)).execute();
    if (end === 'break a constraint')
      await transaction.insertInto('organizations').values(organization('taken')).execute();
    if (end === 'throw') throw new Error('The work failed.');
  });
}

test('a query outside of transactions does not wait for them, and sees what is committed', async () => {
  const { db } = await openOrganizations();
  const count = () => db.selectFrom('organizations').select('id').execute();
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('organizations').values(organization('one')).execute();
    expect(await count()).toEqual([]);
  });
  expect(await count()).toEqual([{ id: 'one' }]);
});

/** A file whose statements are counted, and whose commits can fail. */
function openCounted() {
  const file = openWriter(join(temporaryFolder(), 'counted.db'));
  onTestFinished(() => file.close());
  const ran: string[] = [];
  const state = { fails: false };
  const counted: SqliteFile = {
    ...file,
    get isTransaction() {
      return file.isTransaction;
    },
    async run(statement) {
      ran.push(statement);
      if (statement === 'commit' && state.fails) throw new Error('disk I/O error');
      await file.run(statement);
    },
  };
  return {
    groups: new GroupCommit(counted),
    state,
    commits: () => ran.filter((it) => it === 'commit').length,
  };
}

async function member(groups: GroupCommit): Promise<void> {
  await groups.begin();
  await groups.commit();
}

test('transactions that wait at the same time share one commit', async () => {
  const { groups, commits } = openCounted();
  await Promise.all(Array.from({ length: 50 }, () => member(groups)));
  expect(commits()).toBe(1);
});

test('a group is stored after 64 transactions, so that other processes can write', async () => {
  const { groups, commits } = openCounted();
  await Promise.all(Array.from({ length: 130 }, () => member(groups)));
  expect(commits()).toBe(3);
});

test('if the commit of a group fails, no member resolves, and the next group is stored', async () => {
  const { groups, state } = openCounted();
  state.fails = true;
  const results = await Promise.allSettled([member(groups), member(groups), member(groups)]);
  for (const result of results)
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) });
  state.fails = false;
  await member(groups);
});

test('a statement that cannot run in a transaction waits for the group', async () => {
  const { groups, commits } = openCounted();
  const first = member(groups);
  const outside = groups.outside(async () => commits());
  await Promise.all([first, member(groups)]);
  expect(await outside).toBe(1);
});
