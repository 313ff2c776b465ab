import { PipeError, type PipeFailure, type PipeState } from '@penstock/engine';
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

describeOnBoth('a pipe whose data moves', (databases) => {
  const open = async (...pipes: PipeWithSecrets[]) => {
    const db = await openWithService(await databases.location());
    const repository = pipeRepository(db, VAULT);
    for (const pipe of pipes) await repository.insert(pipe);
    const find = async (id: string) => {
      const pipe = await repository.findWithSecrets(SERVICE, id);
      if (pipe === undefined) throw new Error('The pipe does not exist.');
      return pipe;
    };
    return { db, find, stateOf: async (id: string) => (await find(id)).state };
  };

  const reconcile = (db: Kysely<Schema>, runtime: MovingRuntime, pace: Partial<Pace> = {}) => {
    const reconciler = createReconciler(pipeQueue(db, VAULT), runtime, silentLogger, { ...PACE, ...pace });
    onTestFinished(() => reconciler.stop());
    reconciler.start();
    return reconciler;
  };

  /** Stores a change as a request does. */
  const change = async (db: Kysely<Schema>, id: string, changes: Partial<PipeWithSecrets>) => {
    const repository = pipeRepository(db, VAULT);
    const before = await repository.findWithSecrets(SERVICE, id);
    if (before === undefined) throw new Error('The pipe does not exist.');
    const { generation, version } = before;
    const after = { ...before, generation: generation + 1, version: version + 1, ...changes };
    expect(await repository.replace(after, before)).toBe(true);
  };
  const workOf = (db: Kysely<Schema>) => db.selectFrom('pipe_work').selectAll().executeTakeFirstOrThrow();

  test('stays with one process until that stops; then another one goes on under a greater fence', async () => {
    const pipe = newPipe();
    const { db, stateOf } = await open(pipe);
    const runtime = movingRuntime();
    const first = reconcile(db, runtime);
    reconcile(db, runtime);
    await expect.poll(() => runtime.movements).toHaveLength(1);
    expect(await stateOf(pipe.id)).toBe('Running');
    await first.stop();
    await expect.poll(() => runtime.movements.length).toBeGreaterThanOrEqual(1);
    reconcile(db, runtime);
    await expect.poll(() => runtime.movements.at(-1)?.signal.aborted).toBe(false);
    const fences = runtime.movements.map(({ pipe: moved }) => moved.fence);
    expect(fences).toEqual([...fences].sort((one, other) => one - other));
    expect(runtime.collided).toBe(false);
  });

  test('passes to another process when the lease of a process that died is over', async () => {
    const pipe = newPipe({ state: 'Running', initialized: true });
    const { db } = await open(pipe);
    const [dead] = await pipeQueue(db, VAULT).claim('dead', 10, 50);
    const runtime = movingRuntime();
    reconcile(db, runtime);
    await expect.poll(() => runtime.movements).toHaveLength(1);
    expect(runtime.movements[0]?.pipe).toMatchObject({ id: pipe.id, databasePrefix: '' });
    expect(runtime.movements[0]?.pipe.fence).toBeGreaterThan(dead?.fence ?? 0);
  });

  test.each([
    ['Stopping', 'Stopped'],
    ['Pausing', 'Paused'],
  ] as const)('moves no more after %s: the movement ends first', async (state, desiredState) => {
    const pipe = newPipe();
    const { db, stateOf } = await open(pipe);
    const underWay: string[][] = [];
    const simulated = simulatedRuntime(0);
    const runtime: MovingRuntime = movingRuntime({
      async reachNextState(asked, signal) {
        if (asked.state === state) underWay.push([...runtime.underWay]);
        return simulated.reachNextState(asked, signal);
      },
    });
    reconcile(db, runtime);
    await expect.poll(() => runtime.movements).toHaveLength(1);
    await change(db, pipe.id, { state, desiredState });
    await expect.poll(() => stateOf(pipe.id)).toBe(desiredState);
    expect(underWay).toEqual([[pipe.id]]);
    expect([runtime.movements.length, runtime.collided]).toEqual([1, false]);
    expect(await workOf(db)).toMatchObject({ owner: null, due_at: null });
  });

  test('goes on with the new definition after a change', async () => {
    const pipe = newPipe();
    const { db, find } = await open(pipe);
    const runtime = movingRuntime();
    reconcile(db, runtime);
    await expect.poll(() => runtime.movements).toHaveLength(1);
    const { definition } = await find(pipe.id);
    await change(db, pipe.id, { state: 'Modifying', definition: { ...definition, name: 'Changed' } });
    await expect.poll(() => runtime.movements).toHaveLength(2);
    expect(runtime.movements[0]?.signal.aborted).toBe(true);
    expect(runtime.movements[1]?.pipe).toMatchObject({ generation: 2, definition: { name: 'Changed' } });
    expect(runtime.collided).toBe(false);
  });

  test('is released when it is deleted, after its movement has ended', async () => {
    const pipe = newPipe();
    const { db } = await open(pipe);
    const released: string[][] = [];
    const runtime: MovingRuntime = movingRuntime({
      release: async () => void released.push([...runtime.underWay]),
    });
    reconcile(db, runtime);
    await expect.poll(() => runtime.movements).toHaveLength(1);
    const repository = pipeRepository(db, VAULT);
    const stored = await repository.find(SERVICE, pipe.id);
    expect(stored && (await repository.markDeleted(stored))).toBe(true);
    await expect.poll(() => db.selectFrom('pipes').select('id').execute()).toEqual([]);
    expect(released).toEqual([[]]);
  });

  test('that reads once is Completed when everything is read', async () => {
    const pipe = newPipe({ kind: 'objectStorage' });
    const { objectStorage } = pipe.definition.source;
    if (objectStorage === undefined) throw new Error('The example has another source.');
    const source = { objectStorage: { ...objectStorage, isContinuous: false } };
    const { db, stateOf } = await open({ ...pipe, definition: { ...pipe.definition, source } });
    const runtime = movingRuntime();
    reconcile(db, runtime);
    await expect.poll(() => runtime.movements).toHaveLength(1);
    expect(await stateOf(pipe.id)).toBe('Running');
    runtime.movements[0]?.end();
    await expect.poll(() => stateOf(pipe.id)).toBe('Completed');
    expect(await workOf(db)).toMatchObject({ owner: null, due_at: null });
  });

  test('is Degraded while it fails, and Failed when it has failed for long enough, also across processes', async () => {
    const pipe = newPipe();
    const { db, find, stateOf } = await open(pipe);
    const runtime = movingRuntime();
    const first = reconcile(db, runtime);
    await expect.poll(() => runtime.movements).toHaveLength(1);
    runtime.movements[0]?.end(UNREACHABLE);
    await expect.poll(() => runtime.movements).toHaveLength(2);
    const failure = { code: 'source_unreachable', message: 'The broker does not respond.' };
    expect(await find(pipe.id)).toMatchObject({ state: 'Degraded', desiredState: 'Running', failure });
    await first.stop();
    const since = (await workOf(db)).failing_since;
    expect(since).not.toBeNull();

    const second = movingRuntime();
    reconcile(db, second, { maxFailureMs: 1 });
    await expect.poll(() => second.movements).toHaveLength(1);
    second.movements[0]?.end(UNREACHABLE);
    await expect.poll(() => stateOf(pipe.id)).toBe('Failed');
    expect(await find(pipe.id)).toMatchObject({ failure, desiredState: 'Running' });
    expect(await workOf(db)).toMatchObject({ owner: null, due_at: null, failing_since: null });
  });

  test('is Running again when its data moves, and then has its full time again', async () => {
    const pipe = newPipe();
    const { db, find, stateOf } = await open(pipe);
    const runtime = movingRuntime();
    reconcile(db, runtime);
    await expect.poll(() => runtime.movements).toHaveLength(1);
    runtime.movements[0]?.end(UNREACHABLE);
    await expect.poll(() => runtime.movements).toHaveLength(2);
    runtime.movements[1]?.moving();
    await expect.poll(() => stateOf(pipe.id)).toBe('Running');
    expect(await find(pipe.id)).toMatchObject({ failure: null, observedState: 'Running' });
    expect(await workOf(db)).toMatchObject({ attempts: 1, failing_since: null });
    expect(runtime.movements).toHaveLength(2);
  });

  test('of which every process dies before anything moves is Failed in the end', async () => {
    const pipe = newPipe({ state: 'Running', initialized: true });
    const { db, find, stateOf } = await open(pipe);
    const queue = pipeQueue(db, VAULT);
    for (const owner of ['first', 'second', 'third'])
      await expect.poll(() => queue.claim(owner, 1, 1)).toHaveLength(1);
    const runtime = movingRuntime();
    reconcile(db, runtime, { maxCrashes: 3 });
    await expect.poll(() => stateOf(pipe.id)).toBe('Failed');
    const { failure }: { failure: PipeFailure | null } = await find(pipe.id);
    expect([runtime.movements.length, failure?.message]).toEqual([
      0,
      expect.stringMatching(/ended before it was done/),
    ]);
  });

  test('does not keep others from their next state', async () => {
    const pipes = Array.from({ length: 5 }, () => newPipe());
    const { db } = await open(...pipes);
    const runtime = movingRuntime();
    reconcile(db, runtime, { maxPipes: 2 });
    await expect.poll(() => runtime.movements).toHaveLength(5);
    const states = await db.selectFrom('pipes').select('state').execute();
    expect(states.map(({ state }) => state as PipeState)).toEqual(Array(5).fill('Running'));
  });

  test('moves after a runtime that moves nothing had it', async () => {
    const pipe = newPipe();
    const { db, stateOf } = await open(pipe);
    const simulated = createReconciler(pipeQueue(db, VAULT), simulatedRuntime(0), silentLogger, PACE);
    simulated.start();
    await expect.poll(() => stateOf(pipe.id)).toBe('Running');
    await simulated.stop();
    const runtime = movingRuntime();
    reconcile(db, runtime);
    await expect.poll(() => runtime.movements).toHaveLength(1);
  });
});
