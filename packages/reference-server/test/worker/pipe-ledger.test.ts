import { LeaseLostError } from '@penstock/engine';
import { expect, test } from 'vitest';
import { pipeRepository } from '../../src/pipes/repository.ts';
import { removeExpired } from '../../src/worker/housekeeping.ts';
import { pipeLedger } from '../../src/worker/pipe-ledger.ts';
import { pipeQueue } from '../../src/worker/pipe-queue.ts';
import { describeOnBoth } from '../support/databases.ts';
import { newPipe, openWithService, VAULT } from '../support/stored-pipes.ts';

const MINUTE_MS = 60_000;
const MOVED = { rows: 10, bytes: 200, batches: 1, errors: 2 };
const ALWAYS = [0, Number.MAX_SAFE_INTEGER] as const;

const first = (id: string) => ({ id, reader: 0 });

describeOnBoth('the ledger', (databases) => {
  const open = async () => {
    const location = await databases.location();
    const db = await openWithService(location);
    const { id } = newPipe();
    await pipeRepository(db, VAULT).insert({ ...newPipe({ state: 'Running', initialized: true }), id });
    const queue = pipeQueue(db, VAULT);
    const claim = async (owner: string, leaseMs = 60_000) => {
      const [lease] = await queue.claim(owner, 1, leaseMs);
      return lease && { id: lease.pipeId, reader: lease.reader, fence: lease.fence };
    };
    const leased = async (owner: string, leaseMs?: number) => {
      const pipe = await claim(owner, leaseMs);
      if (pipe === undefined) throw new Error('Nothing was claimed.');
      return pipe;
    };
    return { location, db, id, queue, claim, leased, ledger: pipeLedger(db) };
  };

  test('has a batch as pending until it is finished, and adds up what was moved', async () => {
    const { db, id, ledger, leased } = await open();
    const pipe = await leased('one');
    expect(await ledger.read(first(id))).toEqual({
      readers: 1,
      epoch: 0,
      position: undefined,
      pending: undefined,
    });
    expect(await ledger.readMetrics(id, ...ALWAYS)).toEqual({
      total: { rows: 0, bytes: 0, batches: 0, errors: 0 },
      minutes: new Map(),
    });
    await ledger.begin(pipe, 'range 1');
    expect(await ledger.read(first(id))).toEqual({
      readers: 1,
      epoch: 0,
      position: undefined,
      pending: 'range 1',
    });
    await ledger.finish(pipe, { position: 'position 1', moved: MOVED, lag: { seconds: 1.5 } });
    expect(await ledger.read(first(id))).toEqual({
      readers: 1,
      epoch: 0,
      position: 'position 1',
      pending: undefined,
    });
    await ledger.begin(pipe, 'range 2');
    await ledger.finish(pipe, { position: 'position 2', moved: MOVED });
    const { total, lagSeconds, minutes } = await ledger.readMetrics(id, ...ALWAYS);
    expect(total).toEqual({ rows: 20, bytes: 400, batches: 2, errors: 4 });
    expect(lagSeconds).toBe(1.5);
    const starts = [...minutes.keys()];
    expect(starts.map((start) => start % MINUTE_MS)).toEqual(starts.map(() => 0));
    expect([...minutes.values()].reduce((sum, { rows }) => sum + rows, 0)).toBe(20);
    const [start = 0] = starts;
    expect((await ledger.readMetrics(id, start + 2 * MINUTE_MS, start + 9 * MINUTE_MS)).minutes).toEqual(
      new Map(),
    );
    await db.deleteFrom('pipes').execute();
    for (const table of ['pipe_progress', 'pipe_minutes', 'pipe_work'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  test('stores how far a pipe is behind, also twice the same', async () => {
    const { db, id, ledger, leased } = await open();
    const pipe = await leased('one');
    const lag = { seconds: 3, rowsByPart: { 'orders/0': 7 } };
    await ledger.observe(pipe, lag);
    await ledger.observe(pipe, lag);
    expect((await ledger.readMetrics(id, ...ALWAYS)).lagSeconds).toBe(3);
    const row = await db.selectFrom('pipe_progress').select('lag_by_part').executeTakeFirst();
    expect(row).toEqual({ lag_by_part: '{"orders/0":7}' });
    await ledger.observe(pipe, {});
    expect(await ledger.readMetrics(id, ...ALWAYS)).not.toHaveProperty('lagSeconds');
    await ledger.begin(pipe, 'again');
    await ledger.begin(pipe, 'again');
  });

  test('accepts nothing under a lease that has expired or passed on', async () => {
    const { id, ledger, leased, claim } = await open();
    const old = await leased('one', 1);
    await expect.poll(() => ledger.begin(old, 'late').catch((error) => error)).toBeInstanceOf(LeaseLostError);
    const pending = (await ledger.read(first(id))).pending;
    const successor = await claim('two');
    expect(successor?.fence).toBe(old.fence + 1);
    const finished = { position: 'late', moved: MOVED };
    await expect(ledger.begin(old, 'later')).rejects.toThrow(LeaseLostError);
    await expect(ledger.finish(old, finished)).rejects.toThrow('has passed to another process');
    await expect(ledger.observe(old, { seconds: 1 })).rejects.toThrow(LeaseLostError);
    expect(await ledger.read(first(id))).toEqual({ readers: 1, epoch: 0, position: undefined, pending });
    expect((await ledger.readMetrics(id, ...ALWAYS)).minutes).toEqual(new Map());
  });

  test('never accepts a write of the old process after another one has taken over', async () => {
    const { id, ledger, claim, leased } = await open();
    let pipe = await leased('0', 1);
    for (let turn = 1; turn <= 20; turn += 1) {
      const old = pipe;
      const claims = async () => {
        for (;;) {
          const next = await claim(`${turn}`, 1);
          if (next !== undefined) return { next, seen: await ledger.read(first(id)) };
        }
      };
      const writes = Array.from({ length: 5 }, (_, index) =>
        ledger.begin(old, `${turn} ${index}`).catch(() => {}),
      );
      const [{ next, seen }] = await Promise.all([claims(), ...writes]);
      expect(await ledger.read(first(id))).toEqual(seen);
      pipe = next;
    }
  });

  test('divides the positions of a pipe between readers, and adds up what they moved', async () => {
    const { db, id, queue, ledger, leased } = await open();
    const pipe = await leased('one');
    await ledger.begin(pipe, 'range 1');
    await ledger.finish(pipe, { position: 'position 1', moved: MOVED, lag: { seconds: 7 } });
    await ledger.begin(pipe, 'range 2');
    await ledger.divide(pipe, { positions: ['left', 'right'], moved: MOVED });
    const progress = { readers: 2, epoch: 0, pending: undefined };
    expect(await ledger.readAll(id)).toEqual([
      { ...progress, position: 'left' },
      { ...progress, position: 'right' },
    ]);

    const lease = { ...pipe, pipeId: id };
    await queue.startReaders('one', lease, 2);
    const second = await leased('two');
    expect(second).toMatchObject({ id, reader: 1 });
    await ledger.begin(second, 'range 3');
    expect((await ledger.read(second)).pending).toBe('range 3');
    expect((await ledger.read(pipe)).pending).toBeUndefined();
    await expect(ledger.divide(pipe, { positions: ['all'], moved: MOVED })).rejects.toThrow(
      `The reader 1 of the pipe ${id} works`,
    );
    await ledger.finish(second, { position: 'right 2', moved: MOVED, lag: { seconds: 3 } });
    const { total, lagSeconds } = await ledger.readMetrics(id, ...ALWAYS);
    expect([total.rows, total.batches, lagSeconds]).toEqual([30, 3, 3]);

    await queue.release('two', { ...second, pipeId: id });
    await queue.stopReaders('one', lease);
    await expect(ledger.begin(second, 'range 4')).rejects.toThrow(LeaseLostError);
    await ledger.divide(pipe, { positions: ['all'], moved: { ...MOVED, rows: 0 } });
    expect(await ledger.readAll(id)).toEqual([{ ...progress, readers: 1, position: 'all' }]);
    expect((await ledger.readMetrics(id, ...ALWAYS)).total.rows).toBe(30);
    expect(await db.selectFrom('pipe_work').select(['reader', 'due_at']).orderBy('reader').execute()).toEqual(
      [
        { reader: 0, due_at: expect.any(Number) },
        { reader: 1, due_at: null },
      ],
    );
  });

  test('keeps minutes for 30 days', async () => {
    const { db, id } = await open();
    const day = 24 * 60 * MINUTE_MS;
    const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    for (const days of [29, 31]) {
      const values = { pipe_id: id, minute: minute - days * day, ...MOVED };
      await db.insertInto('pipe_minutes').values(values).execute();
    }
    await removeExpired(db);
    const kept = await db.selectFrom('pipe_minutes').select('minute').execute();
    expect(kept).toEqual([{ minute: minute - 29 * day }]);
  });
});
