import type { PipeRuntime, RuntimePipe } from '@penstock/engine';
import { silentLogger } from '@penstock/server';
import type { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { pipeRepository } from '../../src/pipes/repository.ts';
import { simulatedRuntime } from '../../src/runtime/simulated-runtime.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { DEFAULT_PACE, type Pace, pauseAfter } from '../../src/worker/pace.ts';
import { pipeQueue } from '../../src/worker/pipe-queue.ts';
import { createReconciler, type Reconciler } from '../../src/worker/reconciler.ts';
import type { PipeWithSecrets } from '../../src/worker/stored-pipe.ts';
import { describeOnBoth } from '../support/databases.ts';
import { scriptedRuntime } from '../support/scripted-runtime.ts';
import { FAILURE, newPipe, openWithService, SERVICE, VAULT } from '../support/stored-pipes.ts';

/** Quick, and with leases that nothing on a busy machine outlives by accident. */
const PACE: Pace = { ...DEFAULT_PACE, pollMs: 10, leaseMs: 60_000, initialPauseMs: 1 };

function reconcile(db: Kysely<Schema>, runtime: PipeRuntime, pace: Partial<Pace> = {}): Reconciler {
  const reconciler = createReconciler(pipeQueue(db, VAULT), runtime, silentLogger, {
    ...PACE,
    ...pace,
  });
  onTestFinished(() => reconciler.stop());
  reconciler.start();
  return reconciler;
}

/** Does what `work` does, and knows which pipes are worked for. */
function watchedRuntime(work: (pipe: RuntimePipe, signal: AbortSignal) => Promise<void>) {
  const underWay = new Map<string, number>();
  const calls: { id: string; state: string; fence: number }[] = [];
  let most = 0;
  const runtime: PipeRuntime = {
    ...simulatedRuntime(0),
    name: 'WatchedRuntime',
    async reachNextState(pipe, signal) {
      calls.push({ id: pipe.id, state: pipe.state, fence: pipe.fence });
      const now = (underWay.get(pipe.id) ?? 0) + 1;
      underWay.set(pipe.id, now);
      most = Math.max(most, now);
      try {
        await work(pipe, signal);
        return {};
      } finally {
        underWay.set(pipe.id, (underWay.get(pipe.id) ?? 0) - 1);
      }
    },
  };
  return { runtime, calls, mostAtOnce: () => most };
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const never = (_pipe: RuntimePipe, signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describeOnBoth('reconcilers', (databases) => {
  const openWith = async (...pipes: PipeWithSecrets[]) => {
    const db = await openWithService(await databases.location());
    const repository = pipeRepository(db, VAULT);
    for (const pipe of pipes) await repository.insert(pipe);
    const find = (id: string) => repository.findWithSecrets(SERVICE, id);
    const stateOf = async (id: string) => (await find(id))?.state;
    return { db, repository, find, stateOf, work: pipeQueue(db, VAULT) };
  };
  const leases = (db: Kysely<Schema>) => db.selectFrom('pipe_work').selectAll().orderBy('pipe_id').execute();

  test('several of them bring all pipes to where they are wanted, and none works for one that another has', async () => {
    const pipes = Array.from({ length: 24 }, (_, index) =>
      newPipe({ kind: index % 2 === 0 ? 'kafka' : 'postgres' }),
    );
    const { db } = await openWith(...pipes);
    const { runtime, calls, mostAtOnce } = watchedRuntime(nextTurn);
    for (let process = 0; process < 3; process += 1) reconcile(db, runtime, { maxPipes: 5 });
    const states = async () => {
      const rows = await db.selectFrom('pipes').select(['state', 'observed_state']).execute();
      return new Set(rows.flatMap(({ state, observed_state }) => [state, observed_state]));
    };
    await expect.poll(states).toEqual(new Set(['Running']));
    expect(mostAtOnce()).toBe(1);
    const steps = calls.map(({ id, state }) => `${id} ${state}`);
    expect(new Set(steps).size).toBe(steps.length);
    await expect.poll(async () => (await leases(db)).filter(({ due_at }) => due_at !== null)).toEqual([]);
    const changes = await db
      .selectFrom('outbox')
      .select('subject')
      .where('kind', '=', 'pipe.state_changed')
      .execute();
    expect(changes).toHaveLength(12 * 1 + 12 * 3);
  });

  test('the pipes of a process that has died are taken up when its lease is over, under a greater fence', async () => {
    const pipe = newPipe();
    const { db, stateOf, work } = await openWith(pipe);
    const [dead] = await work.claim('dead', 10, 50);
    const { runtime, calls } = watchedRuntime(nextTurn);
    reconcile(db, runtime);
    await expect.poll(() => stateOf(pipe.id)).toBe('Running');
    expect(calls).toEqual([{ id: pipe.id, state: 'Provisioning', fence: (dead?.fence ?? 0) + 1 }]);
    const late = { state: 'Failed', initialized: false, failure: FAILURE, more: false } as const;
    if (dead === undefined) throw new Error('Nothing was claimed.');
    await expect(work.settle('dead', dead, pipe, late)).rejects.toThrow('has passed to another process');
    await expect(work.postpone('dead', dead, 0, FAILURE)).rejects.toThrow('has passed to another process');
    await expect(work.erase('dead', dead)).rejects.toThrow('has passed to another process');
    expect(await stateOf(pipe.id)).toBe('Running');
  });

  test('no process takes a pipe that is leased to another one', async () => {
    const { work } = await openWith(newPipe(), newPipe(), newPipe());
    const claims = await Promise.all(['a', 'b', 'c'].map((owner) => work.claim(owner, 2, 60_000)));
    const taken = claims.flat().map(({ pipeId }) => pipeId);
    expect([taken.length, new Set(taken).size]).toEqual([3, 3]);
    expect(await work.claim('d', 9, 60_000)).toEqual([]);
  });

  test('one that stops gives its pipes back, as if it had never had them', async () => {
    const pipe = newPipe();
    const { db, stateOf } = await openWith(pipe);
    const { runtime, calls } = watchedRuntime(never);
    const first = reconcile(db, runtime);
    await expect.poll(() => calls).toHaveLength(1);
    expect(first.pipeCount).toBe(1);
    await first.stop();
    expect(await leases(db)).toMatchObject([{ owner: null, attempts: 0 }]);
    reconcile(db, watchedRuntime(nextTurn).runtime);
    await expect.poll(() => stateOf(pipe.id)).toBe('Running');
  });

  test('a failed step is retried, and its reason is stored until it succeeds', async () => {
    const pipe = newPipe();
    const { db, find, stateOf } = await openWith(pipe);
    const runtime = scriptedRuntime();
    reconcile(db, runtime);
    runtime.finish(new Error('the broker does not respond'));
    await expect
      .poll(async () => (await find(pipe.id))?.failure?.message)
      .toBe('the broker does not respond');
    expect(await find(pipe.id)).toMatchObject({ state: 'Provisioning', observedState: null });
    runtime.finish();
    await expect.poll(() => stateOf(pipe.id)).toBe('Running');
    expect(await find(pipe.id)).toMatchObject({ failure: null, observedState: 'Running' });
  });

  test('a pipe that keeps failing is Failed with the reason, and keeps its desired state', async () => {
    const pipe = newPipe();
    const { db, find, stateOf } = await openWith(pipe);
    const { runtime, calls } = watchedRuntime(async () => {
      throw new Error('no such topic');
    });
    reconcile(db, runtime, { maxAttempts: 3 });
    await expect.poll(() => stateOf(pipe.id)).toBe('Failed');
    expect(calls).toHaveLength(3);
    expect(await find(pipe.id)).toMatchObject({
      failure: { code: 'internal_error', message: 'no such topic' },
      observedState: 'Failed',
      desiredState: 'Running',
    });
    expect(await leases(db)).toMatchObject([{ due_at: null, owner: null }]);
  });

  test('a pipe that every process dies of is Failed in the end, and not tried once more', async () => {
    const pipe = newPipe();
    const { db, find, stateOf, work } = await openWith(pipe);
    for (const owner of ['first', 'second', 'third'])
      await expect.poll(() => work.claim(owner, 1, 1)).toHaveLength(1);
    const { runtime, calls } = watchedRuntime(nextTurn);
    reconcile(db, runtime, { maxCrashes: 3 });
    await expect.poll(() => stateOf(pipe.id)).toBe('Failed');
    expect(calls).toEqual([]);
    expect((await find(pipe.id))?.failure?.message).toMatch(/ended before it was done/);
  });

  test('what another process commands makes the work that is under way obsolete', async () => {
    const pipe = newPipe();
    const { db, repository, find, stateOf } = await openWith(pipe);
    const { runtime, calls } = watchedRuntime((asked, signal) =>
      asked.state === 'Provisioning' ? never(asked, signal) : nextTurn(),
    );
    reconcile(db, runtime);
    await expect.poll(() => calls).toHaveLength(1);
    const read = await find(pipe.id);
    if (read === undefined) throw new Error('The pipe has gone.');
    const stopped = {
      ...read,
      state: 'Stopping',
      desiredState: 'Stopped',
      generation: 2,
      version: 2,
    } as const;
    expect(await repository.replace(stopped, read)).toBe(true);
    await expect.poll(() => stateOf(pipe.id)).toBe('Stopped');
    expect(calls.map(({ state }) => state)).toEqual(['Provisioning', 'Stopping']);
  });

  test('the release of a deleted pipe is retried, and then its row is deleted', async () => {
    const pipe = newPipe();
    const { db, repository } = await openWith(pipe);
    let failures = 2;
    const { runtime } = watchedRuntime(never);
    const letGo: string[] = [];
    reconcile(db, {
      ...runtime,
      async release({ id }) {
        failures -= 1;
        if (failures >= 0) throw new Error('not now');
        letGo.push(id);
      },
    });
    expect(await repository.markDeleted(pipe)).toBe(true);
    await expect.poll(() => letGo).toEqual([pipe.id]);
    await expect.poll(() => db.selectFrom('pipes').select('id').execute()).toEqual([]);
    expect(await leases(db)).toEqual([]);
  });

  test('work whose lease cannot be kept up is given up before another process can have it', async () => {
    const pipe = newPipe();
    const { db, work } = await openWith(pipe);
    const { runtime, calls } = watchedRuntime(never);
    const away = async () => {
      throw new Error('the database is away');
    };
    let reached = true;
    const repository = {
      ...work,
      renew: (...args: Parameters<typeof work.renew>) => (reached ? work.renew(...args) : away()),
    };
    const reconciler = createReconciler(repository, runtime, silentLogger, { ...PACE, leaseMs: 200 });
    onTestFinished(() => reconciler.stop());
    reconciler.start();
    await expect.poll(() => calls).toHaveLength(1);
    reached = false;
    await expect.poll(() => reconciler.pipeCount).toBe(0);
    await expect.poll(() => work.claim('another', 1, 60_000)).toHaveLength(1);
    expect(await db.selectFrom('pipes').select('state').execute()).toEqual([{ state: 'Provisioning' }]);
  });
});

test('pauses double up to the longest', () => {
  const pauses = [1, 2, 3, 4, 20].map((attempts) => pauseAfter(attempts, DEFAULT_PACE));
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 30_000]);
});
