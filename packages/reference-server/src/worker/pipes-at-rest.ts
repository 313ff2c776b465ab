import type { PipeRuntime, PipeState, RestingSource } from '@penstock/engine';
import type { Logger } from '@penstock/server';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { databaseClock } from '../storage/dialects.ts';
import type { Vault } from '../storage/encryption.ts';
import type { Storage } from '../storage/storage.ts';
import { inTransaction } from '../storage/transaction.ts';
import { isKnown, lockCurrent, storeState } from './current-row.ts';
import { noticed } from './outcome.ts';
import { type PipeWithSecrets, pipeWithSecrets } from './stored-pipe.ts';

const AT_REST: readonly PipeState[] = ['Stopped', 'Paused'];
const EVERY_MS = 5 * 60_000;
const ROUND_MS = 5_000;
const PIPES_PER_ROUND = 20;

/** Examines what sources keep for pipes at rest: for example the log that a database keeps for a stopped replication. */
export interface Examination {
  stop(): Promise<void>;
}

/** Each pipe is examined when it comes to rest, and every five minutes after that, by one of the processes that run it. */
export function startExamination({ db, vault }: Storage, runtime: PipeRuntime, logger: Logger): Examination {
  const { examineAtRest } = runtime;
  if (examineAtRest === undefined) return { stop: async () => {} };
  const examine = async (pipe: PipeWithSecrets) => {
    try {
      const found = await examineAtRest(pipe);
      await (found === undefined ? leaveOut(db, pipe) : store(db, pipe, found));
    } catch (error) {
      logger.info(
        { pipeId: pipe.id, err: error },
        'The source of a pipe at rest could not be examined; that is retried in 5 minutes',
      );
    }
  };
  const round = async () => {
    try {
      await Promise.all((await claim(db, vault)).map(examine));
    } catch (error) {
      logger.warn({ err: error }, 'The pipes at rest could not be read; the next round will retry');
    }
  };
  let current = round();
  const timer = setInterval(() => {
    current = current.then(round);
  }, ROUND_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}

/** Pipes at rest whose examination is due. It is postponed, so other processes leave them out. */
async function claim(db: Database, vault: Vault): Promise<PipeWithSecrets[]> {
  const now = databaseClock(db);
  const due = await db
    .selectFrom('pipe_work')
    .innerJoin('pipes', 'pipes.id', 'pipe_work.pipe_id')
    .select('pipe_id')
    .where('state', 'in', AT_REST)
    .where('due_at', 'is', null)
    .where('examine_at', '<=', now)
    .limit(PIPES_PER_ROUND)
    .execute();
  if (due.length === 0) return [];
  const claimed = await db
    .updateTable('pipe_work')
    .set({ examine_at: sql<number>`${now} + ${sql.lit(EVERY_MS)}` })
    .where('pipe_id', 'in', idsOf(due))
    .where('examine_at', '<=', now)
    .returning('pipe_id')
    .execute();
  if (claimed.length === 0) return [];
  const rows = await db
    .selectFrom('pipes')
    .selectAll()
    .where('id', 'in', idsOf(claimed))
    .where('state', 'in', AT_REST)
    .execute();
  return rows.map((row) => pipeWithSecrets(row, vault));
}

function idsOf(rows: readonly { readonly pipe_id: string }[]): string[] {
  return rows.map(({ pipe_id }) => pipe_id);
}

/** It is not examined again before the next command or change. */
async function leaveOut(db: Database, { id }: PipeWithSecrets): Promise<void> {
  await db
    .updateTable('pipe_work')
    .set({ examine_at: null })
    .where('pipe_id', '=', id)
    .where('due_at', 'is', null)
    .execute();
}

function store(
  db: Database,
  pipe: PipeWithSecrets,
  { retainedLogBytes, warning }: RestingSource,
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const row = await lockCurrent(transaction, pipe);
    if (row === undefined || row.state !== pipe.state) return;
    const failure = warning === undefined ? null : noticed(warning);
    if (!isKnown(row, pipe.state, failure)) await storeState(transaction, row, pipe.state, failure);
    await transaction
      .updateTable('pipe_progress')
      .set({ retained_log_bytes: retainedLogBytes })
      .where('pipe_id', '=', pipe.id)
      .where('reader', '=', 0)
      .execute();
  });
}
