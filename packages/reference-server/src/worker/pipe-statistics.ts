import type { Database } from '../storage/database.ts';
import type { PipeNumbers } from '../telemetry/metrics.ts';
import { DELETED } from './stored-pipe.ts';

/** Counts the pipes of all tenants. The cost grows with their number. */
export async function pipeStatistics(db: Database): Promise<PipeNumbers> {
  const counts = await db
    .selectFrom('pipes')
    .select((the) => ['state', the.fn.countAll().as('count')])
    .where('desired_state', '!=', DELETED)
    .groupBy('state')
    .execute();
  const waiting = await db
    .selectFrom('pipe_work')
    .select((the) => the.fn.min('due_at').as('since'))
    .where('due_at', 'is not', null)
    .executeTakeFirst();
  return {
    byState: Object.fromEntries(counts.map(({ state, count }) => [state, Number(count)])),
    waitingSince: waiting?.since == null ? null : new Date(Number(waiting.since)),
  };
}
