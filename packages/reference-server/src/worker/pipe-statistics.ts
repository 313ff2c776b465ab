import type { MovedData } from '@penstock/engine';
import type { Selectable } from 'kysely';
import type { Database } from '../storage/database.ts';
import { databaseClock } from '../storage/dialects.ts';
import type { Schema } from '../storage/schema.ts';
import type { MovedByPipe, PipeNumbers } from '../telemetry/metrics.ts';
import { MOVING_STATES } from './progress.ts';
import { DELETED } from './stored-pipe.ts';

/** The most pipes, and the most parts of the source of one pipe, that have series of their own. */
const MAX_PIPES = 1_000;
const MAX_PARTS = 100;

/** Counts the pipes of all tenants, and what they moved. The cost grows with their number. */
export async function pipeStatistics(db: Database): Promise<PipeNumbers> {
  const counts = await db
    .selectFrom('pipes')
    .select((the) => ['state', the.fn.countAll().as('count')])
    .where('desired_state', '!=', DELETED)
    .groupBy('state')
    .execute();
  const now = databaseClock(db);
  // A process that moves the data of a pipe has the lease, and nothing waits for it.
  const waiting = await db
    .selectFrom('pipe_work')
    .innerJoin('pipes', 'pipes.id', 'pipe_work.pipe_id')
    .select((the) => the.fn.min('due_at').as('since'))
    .where('due_at', '<=', now)
    .where((the) =>
      the.or([the('state', 'not in', MOVING_STATES), the('owner', 'is', null), the('lease_until', '<', now)]),
    )
    .executeTakeFirst();
  const byPipe = await movedByPipe(db);
  return {
    byState: Object.fromEntries(counts.map(({ state, count }) => [state, Number(count)])),
    waitingSince: waiting?.since == null ? null : new Date(Number(waiting.since)),
    byPipe: byPipe.slice(0, MAX_PIPES),
    isComplete: byPipe.length <= MAX_PIPES,
  };
}

/** What the oldest pipes moved that have moved anything: one more than have series, if there are as many. */
async function movedByPipe(db: Database): Promise<MovedByPipe[]> {
  const oldest = db
    .selectFrom('pipe_progress')
    .innerJoin('pipes', 'pipes.id', 'pipe_progress.pipe_id')
    .select('pipe_id')
    .distinct()
    .where('desired_state', '!=', DELETED)
    .orderBy('pipe_id')
    .limit(MAX_PIPES + 1);
  const rows = await db
    .selectFrom('pipe_progress')
    .innerJoin('pipes', 'pipes.id', 'pipe_progress.pipe_id')
    .selectAll('pipe_progress')
    .select('service_id')
    .where('pipe_id', 'in', oldest)
    .orderBy('pipe_id')
    .execute();
  const byPipe = Map.groupBy(rows, ({ pipe_id }) => pipe_id);
  return [...byPipe.values()].map(sumOfReaders);
}

type ReaderRow = Selectable<Schema['pipe_progress']> & { readonly service_id: string };

function sumOfReaders(readers: readonly ReaderRow[]): MovedByPipe {
  const sum = (count: keyof MovedData) => readers.reduce((total, reader) => total + reader[count], 0);
  const lags = readers.flatMap(({ lag_seconds }) => lag_seconds ?? []);
  const [first] = readers as readonly [ReaderRow];
  return {
    pipe: first.pipe_id,
    service: first.service_id,
    moved: { rows: sum('rows'), bytes: sum('bytes'), batches: sum('batches'), errors: sum('errors') },
    lagSeconds: lags.length === 0 ? null : Math.max(...lags),
    lagByPart: furthestBehind(readers.flatMap(({ lag_by_part }) => lag_by_part ?? [])),
  };
}

/** The parts that are furthest behind. */
function furthestBehind(lagsByPart: readonly string[]): [string, number][] {
  const parts = lagsByPart.flatMap((text) => Object.entries(JSON.parse(text) as Record<string, number>));
  return parts.sort(([, one], [, other]) => other - one).slice(0, MAX_PARTS);
}
