import { sql } from 'kysely';
import { compiledOnce, compiledReads } from '../storage/compiled-query.ts';
import type { Database } from '../storage/database.ts';
import { databaseClock, isPostgres } from '../storage/dialects.ts';
import { discountAttempt, FIRST_ATTEMPT, type Lease, type LeaseKey, leasedWork } from './leased-work.ts';
import type { WorkerShare } from './live-workers.ts';
import { MOVING_STATES } from './progress.ts';

/** A lease of this process, with the current generation of the pipe. */
export interface OwnLease extends LeaseKey {
  readonly generation: number;
}

/** Which process works for which reader. */
export interface PipeLeases {
  /**
   * Leases at most `limit` readers of pipes that are due and not leased. Workers prefer different readers of a pipe, so these spread
   * over the workers.
   */
  claim(
    owner: string,
    limit: number,
    leaseMs: number,
    preferred?: Pick<WorkerShare, 'workers' | 'rank'>,
  ): Promise<Lease[]>;
  /** Renews all leases of a process. */
  renew(owner: string, leaseMs: number): Promise<void>;
  /** All leases of a process. */
  leasesOf(owner: string): Promise<OwnLease[]>;
  /**
   * Queues the running pipes that no process works on, for a runtime that moves data. They exist after a runtime that does
   * not.
   */
  queueRunning(): Promise<void>;
  /** Does not count the attempt of a lease that passed to another process, because this one ended its work. */
  discount(lease: LeaseKey): Promise<void>;
  /** Counts the attempts of a lease again from the first one, because its process has worked for long enough. */
  endure(owner: string, lease: LeaseKey): Promise<void>;
  /** Returns the pipe to the queue as if it had not been leased. */
  release(owner: string, lease: LeaseKey): Promise<void>;
}

interface Claim extends Pick<WorkerShare, 'workers' | 'rank'> {
  readonly owner: string;
  readonly limit: number;
  readonly leaseMs: number;
}

const claimFree = compiledOnce((db, { owner, limit, leaseMs, workers, rank }: Claim) => {
  const now = databaseClock(db);
  const free = db
    .selectFrom('pipe_work')
    .select(['pipe_id', 'reader'])
    .where('due_at', '<=', now)
    .where((work) => work.or([work('owner', 'is', null), work('lease_until', '<', now)]))
    .orderBy(sql`case when reader % ${workers} = ${rank} then 0 else 1 end`)
    .orderBy('due_at')
    .limit(limit);
  return (
    db
      .updateTable('pipe_work')
      .set((work) => ({
        owner,
        lease_until: sql<number>`${now} + ${leaseMs}`,
        attempts: work('attempts', '+', 1),
        fence: work('fence', '+', 1),
      }))
      // Parallel processes do not wait for each other: each skips the rows that another one is leasing.
      .where((work) =>
        work(
          work.refTuple('pipe_id', 'reader'),
          'in',
          (isPostgres(db) ? free.forUpdate().skipLocked() : free).$asTuple('pipe_id', 'reader'),
        ),
      )
      .returning([
        ...(['pipe_id', 'reader'] as const),
        'fence',
        'attempts',
        sql<number | null>`${now} - failing_since`.as('failing_ms'),
      ])
  );
});

const findLeases = compiledReads((db, { owner }: { readonly owner: string }) =>
  db
    .selectFrom('pipe_work')
    .innerJoin('pipes', 'pipes.id', 'pipe_work.pipe_id')
    .select(['pipe_id', 'reader', 'fence', 'generation'])
    .where('owner', '=', owner),
);

export function pipeLeases(db: Database): PipeLeases {
  const now = databaseClock(db);

  return {
    async claim(owner, limit, leaseMs, { workers, rank } = { workers: 1, rank: 0 }) {
      const { rows } = await claimFree(db, { owner, limit, leaseMs, workers, rank });
      return rows.map(({ pipe_id, reader, fence, attempts, failing_ms }) => ({
        pipeId: pipe_id,
        reader,
        fence,
        attempts,
        failingMs: failing_ms ?? undefined,
      }));
    },
    async renew(owner, leaseMs) {
      await db
        .updateTable('pipe_work')
        .set({ lease_until: sql<number>`${now} + ${leaseMs}` })
        .where('owner', '=', owner)
        .execute();
    },
    async leasesOf(owner) {
      const rows = await findLeases(db, { owner });
      return rows.map(({ pipe_id, ...lease }) => ({ pipeId: pipe_id, ...lease }));
    },
    async queueRunning() {
      const running = db.selectFrom('pipes').select('id').where('state', 'in', MOVING_STATES);
      await db
        .updateTable('pipe_work')
        .set({ due_at: now, ...FIRST_ATTEMPT })
        .where('due_at', 'is', null)
        .where('reader', '=', 0)
        .where('pipe_id', 'in', running)
        .execute();
    },
    async release(owner, lease) {
      await leasedWork(db, owner, lease)
        .set({
          owner: null,
          lease_until: null,
          attempts: sql<number>`case when attempts > 0 then attempts - 1 else 0 end`,
        })
        .execute();
    },
    discount: (lease) => discountAttempt(db, lease),
    async endure(owner, lease) {
      await leasedWork(db, owner, lease).set({ attempts: 1 }).where('failing_since', 'is', null).execute();
    },
  };
}
