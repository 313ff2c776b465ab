import { type RawBuilder, sql } from 'kysely';
import { compiledReads } from '../storage/compiled-query.ts';
import type { Database } from '../storage/database.ts';
import { databaseClock } from '../storage/dialects.ts';

/** What all workers together have to do, and the part of this one. */
export interface WorkerShare {
  /** The number of live workers. */
  readonly workers: number;
  /** The rank of this worker among them, from 0, in the order of their ids. */
  readonly rank: number;
  /**
   * The most leases that this worker may have. The sum over all workers is the number of readers with work. The workers with the most
   * leases keep the ones that cannot be shared evenly, so no reader moves without need.
   */
  readonly most: number;
  /** Whether there is work that no worker has. */
  readonly hasFreeWork: boolean;
}

/** The processes that share the work. */
export interface LiveWorkers {
  /** Counts a process as live for some time. */
  register(owner: string, forMs: number): Promise<void>;
  shareOf(owner: string): Promise<WorkerShare>;
  /** The process takes no more work. */
  leave(owner: string): Promise<void>;
}

const countWork = compiledReads((db, { owner }: { readonly owner: string }) => {
  const now = databaseClock(db);
  const others = db
    .selectFrom('workers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('alive_until', '>=', now)
    .where('id', '!=', owner);
  const earlier = others.where('id', '<', owner);
  const leasesOf = (worker: RawBuilder<string>) =>
    sql<number>`(select count(*) from pipe_work where due_at is not null and owner = ${worker})`;
  const theirs = leasesOf(sql.ref('workers.id'));
  const own = leasesOf(sql.val(owner));
  // A subquery is evaluated once, and the clock of PostgreSQL otherwise once per row.
  const at = sql`(select ${now})`;
  const isFree = sql`due_at <= ${at} and (owner is null or lease_until < ${at})`;
  return db
    .selectFrom('pipe_work')
    .select(({ fn }) => [
      fn.countAll<number>().as('readers'),
      sql<number>`count(case when ${isFree} then 1 end)`.as('free'),
      others.as('others'),
      earlier.as('rank'),
      others.where(theirs, '>', own).as('larger'),
      earlier.where(theirs, '=', own).as('equal'),
    ])
    .where('due_at', 'is not', null);
});

export function liveWorkers(db: Database): LiveWorkers {
  const now = databaseClock(db);
  return {
    async register(owner, forMs) {
      const alive_until = sql<number>`${now} + ${forMs}`;
      await db
        .insertInto('workers')
        .values({ id: owner, alive_until })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ alive_until }))
        .execute();
    },
    async shareOf(owner) {
      const [found] = await countWork(db, { owner });
      if (found === undefined) throw new Error('The count of the work returned no row.');
      const [readers, rank] = [Number(found.readers), Number(found.rank)];
      const workers = Number(found.others) + 1;
      const preceding = Number(found.larger) + Number(found.equal);
      const most = Math.floor(readers / workers) + (preceding < readers % workers ? 1 : 0);
      return { workers, rank, most, hasFreeWork: Number(found.free) > 0 };
    },
    async leave(owner) {
      await db.deleteFrom('workers').where('id', '=', owner).execute();
    },
  };
}
