import { PipeError } from '@penstock/engine';
import { silentLogger } from '@penstock/server';
import type { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { pipeRepository } from '../../src/pipes/repository.ts';
import { simulatedRuntime } from '../../src/runtime/simulated-runtime.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { DEFAULT_PACE, type Pace } from '../../src/worker/pace.ts';
import { pipeQueue } from '../../src/worker/pipe-queue.ts';
import { createReconciler } from '../../src/worker/reconciler.ts';
import type { PipeWithSecrets } from '../../src/worker/stored-pipe.ts';
import { describeOnBoth } from '../support/databases.ts';
import { type MovingRuntime, movingRuntime } from '../support/moving-runtime.ts';
import { newPipe, openWithService, SERVICE, VAULT } from '../support/stored-pipes.ts';

const PACE: Pace = { ...DEFAULT_PACE, pollMs: 10, leaseMs: 60_000, initialPauseMs: 1 };
const UNREACHABLE = new PipeError('source_unreachable', 'The broker does not respond.');

describeOnBoth('workers', (databases) => {
  const open = async (...pipes: PipeWithSecrets[]) => {
    const db = await openWithService(await databases.location());
    const repository = pipeRepository(db, VAULT);
    for (const pipe of pipes) await repository.insert(pipe);
    return db;
  };

  const reconcile = (db: Kysely<Schema>, runtime: MovingRuntime, pace: Partial<Pace> = {}) => {
    const reconciler = createReconciler(pipeQueue(db, VAULT), runtime, silentLogger, { ...PACE, ...pace });
    onTestFinished(() => reconciler.stop());
    reconciler.start();
    return reconciler;
  };

  const find = async (db: Kysely<Schema>, id: string) => {
    const pipe = await pipeRepository(db, VAULT).findWithSecrets(SERVICE, id);
    if (pipe === undefined) throw new Error('The pipe does not exist.');
    return pipe;
  };

  /** Stores a change as a request does. */
  const change = async (db: Kysely<Schema>, id: string, changes: Partial<PipeWithSecrets>) => {
    const before = await find(db, id);
    const { generation, version } = before;
    const after = { ...before, generation: generation + 1, version: version + 1, ...changes };
    expect(await pipeRepository(db, VAULT).replace(after, before)).toBe(true);
  };

  /** A runtime whose pipes have as many readers as replicas. */
  const readingRuntime = (changes: Parameters<typeof movingRuntime>[0] = {}) =>
    movingRuntime({ divide: async (pipe) => pipe.definition.scaling?.replicas ?? 1, ...changes });

  const withReaders = (replicas: number, pipe: PipeWithSecrets = newPipe()): PipeWithSecrets => {
    const { definition } = pipe;
    const scaling = { replicas, concurrency: 1, replicaCpuMillicores: 500, replicaMemoryGb: 1 };
    return { ...pipe, definition: { ...definition, scaling } };
  };

  const running = () => withReaders(1, newPipe({ state: 'Running', initialized: true }));

  /** The readers that move now, in their order. */
  const moving = (...runtimes: MovingRuntime[]) => runtimes.flatMap(({ underWay }) => [...underWay]).sort();

  test('give back readers when another worker joins, and take them when it leaves', async () => {
    const pipes = Array.from({ length: 7 }, running);
    const db = await open(...pipes);
    const runtimes = [readingRuntime(), readingRuntime(), readingRuntime()] as const;
    const counts = () => runtimes.map(({ underWay }) => underWay.length).sort();
    reconcile(db, runtimes[0]);
    await expect.poll(counts).toEqual([0, 0, 7]);
    const second = reconcile(db, runtimes[1]);
    await expect.poll(counts).toEqual([0, 3, 4]);
    reconcile(db, runtimes[2]);
    await expect.poll(counts).toEqual([2, 2, 3]);
    expect(moving(...runtimes)).toEqual(pipes.map(({ id }) => id).sort());
    await second.stop();
    await expect.poll(counts).toEqual([0, 3, 4]);
    expect(moving(...runtimes)).toEqual(pipes.map(({ id }) => id).sort());
  });

  test('take the readers of a worker that died when its lease is over', async () => {
    const db = await open(...Array.from({ length: 4 }, running));
    const queue = pipeQueue(db, VAULT);
    await queue.register('dead', 300);
    expect(await queue.claim('dead', 2, 300)).toHaveLength(2);
    const runtime = readingRuntime();
    reconcile(db, runtime);
    await expect.poll(() => runtime.underWay.length).toBe(4);
  });

  test('that hand a pipe on in order do not fail it, however often', async () => {
    const pipe = running();
    const db = await open(pipe);
    const queue = pipeQueue(db, VAULT);
    for (let turn = 0; turn < 5; turn += 1) {
      await expect.poll(() => queue.claim(`${turn}`, 1, 1)).toHaveLength(1);
      await queue.discount({ pipeId: pipe.id, reader: 0, fence: turn + 1 });
    }
    const runtime = readingRuntime();
    reconcile(db, runtime, { maxCrashes: 2 });
    await expect.poll(() => runtime.underWay).toEqual([pipe.id]);
  });

  test('count attempts again when a process has worked for as long as a lease', async () => {
    const pipe = running();
    const db = await open(pipe);
    const queue = pipeQueue(db, VAULT);
    for (let turn = 0; turn < 3; turn += 1)
      await expect.poll(() => queue.claim(`${turn}`, 1, 1)).toHaveLength(1);
    const runtime = readingRuntime();
    reconcile(db, runtime, { leaseMs: 500 });
    await expect.poll(() => runtime.underWay).toEqual([pipe.id]);
    const attempts = db.selectFrom('pipe_work').select('attempts');
    await expect.poll(async () => (await attempts.executeTakeFirstOrThrow()).attempts).toBe(1);
  });

  test('share the readers of one pipe, and only the first one does the rest of its work', async () => {
    const pipe = withReaders(4);
    const db = await open(pipe);
    const steps: (readonly [string, number, readonly string[]])[] = [];
    const simulated = simulatedRuntime(0);
    const runtimes: MovingRuntime[] = [1, 2].map(() =>
      readingRuntime({
        async reachNextState(asked, signal) {
          steps.push([asked.state, asked.reader, moving(...runtimes).filter((id) => id !== pipe.id)]);
          return simulated.reachNextState(asked, signal);
        },
      }),
    );
    for (const runtime of runtimes) reconcile(db, runtime);
    await expect.poll(() => runtimes.map(({ underWay }) => underWay.length)).toEqual([2, 2]);
    const all = [pipe.id, `${pipe.id}/1`, `${pipe.id}/2`, `${pipe.id}/3`];
    expect(moving(...runtimes)).toEqual(all);

    await change(db, pipe.id, { state: 'Modifying', definition: withReaders(2).definition });
    await expect.poll(() => moving(...runtimes)).toEqual(all.slice(0, 2));
    await change(db, pipe.id, { state: 'Stopping', desiredState: 'Stopped' });
    await expect.poll(async () => (await find(db, pipe.id)).state).toBe('Stopped');
    expect(moving(...runtimes)).toEqual([]);
    expect(steps).toEqual([
      ['Provisioning', 0, []],
      ['Modifying', 0, []],
      ['Stopping', 0, []],
    ]);
    expect(runtimes.map(({ collided }) => collided)).toEqual([false, false]);
    expect(
      await db.selectFrom('pipe_work').select('reader').where('due_at', 'is not', null).execute(),
    ).toEqual([]);
  });

  test('keep a pipe Degraded until all of its readers move data again', async () => {
    const pipe = withReaders(2);
    const db = await open(pipe);
    const runtime = readingRuntime();
    reconcile(db, runtime);
    await expect.poll(() => runtime.movements.length).toBe(2);
    for (const movement of [...runtime.movements]) movement.end(UNREACHABLE);
    await expect.poll(() => runtime.movements.length).toBe(4);
    const [, , third, fourth] = runtime.movements;
    const stateOf = async () => (await find(db, pipe.id)).state;
    third?.moving();
    const failing = db.selectFrom('pipe_work').select('reader').where('failing_since', 'is not', null);
    await expect.poll(() => failing.execute()).toHaveLength(1);
    expect(await stateOf()).toBe('Degraded');
    fourth?.moving();
    await expect.poll(stateOf).toBe('Running');
  });

  test('stop all readers of a pipe when one has failed for long enough', async () => {
    const pipe = withReaders(3);
    const db = await open(pipe);
    const runtime = readingRuntime();
    reconcile(db, runtime, { maxFailureMs: 0 });
    await expect.poll(() => runtime.movements.length).toBe(3);
    runtime.movements.find(({ pipe: { reader } }) => reader === 2)?.end(UNREACHABLE);
    await expect.poll(async () => (await find(db, pipe.id)).state).toBe('Failed');
    await expect.poll(() => runtime.underWay).toEqual([]);
    expect(runtime.movements).toHaveLength(3);
    await expect
      .poll(() => db.selectFrom('pipe_work').select('reader').where('due_at', 'is not', null).execute())
      .toEqual([]);
  });

  test('release a deleted pipe after all of its readers have stopped', async () => {
    const pipe = withReaders(3);
    const db = await open(pipe);
    const released: string[][] = [];
    const runtime: MovingRuntime = readingRuntime({
      release: async () => void released.push([...runtime.underWay]),
    });
    reconcile(db, runtime);
    await expect.poll(() => runtime.movements.length).toBe(3);
    expect(await pipeRepository(db, VAULT).markDeleted(await find(db, pipe.id))).toBe(true);
    await expect.poll(() => db.selectFrom('pipe_work').select('reader').execute()).toEqual([]);
    expect(released).toEqual([[]]);
  });
});
