import { expect, test } from 'vitest';
import { tablesOf } from '../src/compile/destination-plan.ts';
import type { PipeDefinition } from '../src/pipe.ts';
import type { PipeRuntime, RuntimePipe } from '../src/pipe-runtime.ts';
import { EngineUnavailableError } from '../src/port/engine-error.ts';
import type { EnginePort } from '../src/port/engine-port.ts';
import { qualifiedName } from '../src/port/names.ts';
import { engineRuntime } from '../src/runtime.ts';
import { describeWithEngine } from './support/engines.ts';
import { type MemoryLedger, memoryLedger } from './support/memory-ledger.ts';
import { definition, runtimePipe } from './support/pipes.ts';
import { seededRandom } from './support/seeded-random.ts';
import { type TestSourceOptions, testSource } from './support/test-source.ts';

const signal = new AbortController().signal;
const nothing = () => {};

/** Messages with the ids from 0, as a producer sends them. */
function messagesOf(count: number): string[] {
  return Array.from({ length: count }, (_, id) =>
    JSON.stringify({ id, name: `name ${id}`, unknown: { a: [id] } }),
  );
}

test('a definition is accepted while the engine is away, and checked again when the pipe is set up', async () => {
  const away = () => Promise.reject(new EngineUnavailableError('The engine is restarting.'));
  const engine = { query: away, command: away } as unknown as EnginePort;
  const open = testSource({ messages: [], batchSize: 1 });
  const runtime = engineRuntime({
    engine,
    ledger: memoryLedger(),
    allowedHosts: undefined,
    sources: { kafka: async () => ({ open }) },
  });
  expect(await runtime.checkDefinition(definition())).toEqual([]);
  await expect(runtime.reachNextState(runtimePipe(), signal)).rejects.toMatchObject({
    name: 'PipeError',
    code: 'destination_failed',
  });
});

describeWithEngine('the runtime of the engine', (engine) => {
  const runtimeOn = (options: TestSourceOptions, ledger: MemoryLedger = memoryLedger()): PipeRuntime =>
    engineRuntime({
      engine: engine(),
      ledger,
      allowedHosts: undefined,
      sources: { kafka: async () => ({ open: testSource(options) }) },
    });
  const nameOf = (pipe: RuntimePipe) => qualifiedName(tablesOf(pipe).table);
  const rowsOf = async (pipe: RuntimePipe) =>
    (await engine().query({ sql: `SELECT * FROM ${nameOf(pipe)} ORDER BY id` })).rows();
  const idsOf = async (pipe: RuntimePipe) => (await rowsOf(pipe)).map(({ id }) => Number(id));
  const prepared = async (runtime: PipeRuntime, given?: PipeDefinition) => {
    const pipe = runtimePipe(given);
    await runtime.reachNextState(pipe, signal);
    return pipe;
  };
  const move = (runtime: PipeRuntime, pipe: RuntimePipe) => runtime.move?.(pipe, signal, nothing);
  /** Moves again after each failure, as a worker does. Returns the failures. */
  const moveOn = async (runtime: PipeRuntime, pipe: RuntimePipe) => {
    for (const failures: unknown[] = []; ; ) {
      try {
        await move(runtime, pipe);
        return failures;
      } catch (error) {
        failures.push(error);
      }
    }
  };
  const ids = (count: number) => Array.from({ length: count }, (_, id) => id);

  test('creates the table, moves every row once, and counts', async () => {
    const runtime = runtimeOn({ messages: messagesOf(10), batchSize: 4 });
    const pipe = runtimePipe();
    expect(await runtime.reachNextState(pipe, signal)).toEqual({ deliveryGuarantee: 'exactly_once' });
    let steps = 0;
    await runtime.move?.(pipe, signal, () => {
      steps += 1;
    });
    expect(await rowsOf(pipe)).toEqual(ids(10).map((id) => ({ id, name: `name ${id}` })));
    expect(steps).toBe(4);
    const { total } = await runtime.readMetrics(pipe, 0, 1);
    expect(total).toEqual({
      rows: 10,
      bytes: `${messagesOf(10).join('\n')}\n`.length,
      batches: 3,
      errors: 0,
    });
  });

  test.each(['begin', 'before', 'after', 'finish'] as const)(
    'moves every row once if the process ends at the step %s',
    async (step) => {
      let crashes = 0;
      const crash = (at: string, range?: string) => {
        if (at !== step || crashes > 0 || (range !== undefined && !range.includes('"from":4'))) return;
        crashes += 1;
        throw new Error('The process ended.');
      };
      const messages = messagesOf(12);
      messages[5] = '{"id":"five"}';
      const ledger = memoryLedger(crash);
      const runtime = runtimeOn({ messages, batchSize: 4, around: crash }, ledger);
      const pipe = await prepared(runtime);
      expect(await moveOn(runtime, pipe)).toHaveLength(1);
      expect(await idsOf(pipe)).toEqual(ids(12).filter((id) => id !== 5));
      expect(ledger.entry(pipe.id).total).toMatchObject({ rows: 11, batches: 3, errors: 1 });
      expect((await runtime.readRejectedRows(pipe, 10, undefined)).map(({ location }) => location)).toEqual([
        'message 5',
      ]);
    },
  );

  test('a table without a window may get a batch twice, and the pipe reports that', async () => {
    let crashed = false;
    const around = (step: string) => {
      if (step === 'before' || crashed) return;
      crashed = true;
      throw new Error('The process ended.');
    };
    const runtime = runtimeOn({ messages: messagesOf(2), batchSize: 2, around });
    const pipe = runtimePipe(
      definition({ managedTable: false, tableDefinition: undefined } as unknown as Partial<
        PipeDefinition['destination']
      >),
    );
    await engine().command({ sql: `CREATE DATABASE \`${tablesOf(pipe).table.database}\`` });
    await engine().command({ sql: `CREATE TABLE ${nameOf(pipe)} (id UInt64, name String) ENGINE = Memory` });
    expect(await runtime.reachNextState(pipe, signal)).toEqual({ deliveryGuarantee: 'at_least_once' });
    await moveOn(runtime, pipe);
    expect(await idsOf(pipe)).toEqual([0, 0, 1, 1]);
  });

  test('continues after a stop where it stopped', async () => {
    const ledger = memoryLedger();
    const stop = new AbortController();
    const messages = messagesOf(9);
    const runtime = runtimeOn({ messages, batchSize: 3 }, ledger);
    const pipe = await prepared(runtime);
    await runtime.move?.(pipe, stop.signal, () => stop.abort());
    expect(await idsOf(pipe)).toEqual([0, 1, 2]);
    expect(await runtime.reachNextState({ ...pipe, state: 'Stopping' }, signal)).toEqual({});
    expect(ledger.entry(pipe.id).pending).toBeUndefined();
    await move(runtime, pipe);
    expect(await idsOf(pipe)).toEqual(ids(9));
  });

  test('continues in a table with new columns after an update', async () => {
    const ledger = memoryLedger();
    const messages = messagesOf(2);
    const before = runtimeOn({ messages, batchSize: 2 }, ledger);
    const pipe = await prepared(before);
    await move(before, pipe);
    const columns = [
      { name: 'id', type: 'UInt64' },
      { name: 'label', type: 'LowCardinality(String)' },
    ];
    const fieldMappings = [{ sourceField: 'name', destinationField: 'label' }];
    const updated = {
      ...pipe,
      state: 'Modifying' as const,
      definition: definition({ columns }, { fieldMappings }),
    };
    const after = runtimeOn({ messages: messagesOf(3), batchSize: 2 }, ledger);
    await after.reachNextState(updated, signal);
    await move(after, updated);
    expect(await rowsOf(pipe)).toEqual([
      { id: 0, name: 'name 0', label: '' },
      { id: 1, name: 'name 1', label: '' },
      { id: 2, name: '', label: 'name 2' },
    ]);
  });

  test('reports a table that was dropped, and continues when it was created again', async () => {
    const ledger = memoryLedger();
    const runtime = runtimeOn({ messages: messagesOf(4), batchSize: 2 }, ledger);
    const pipe = await prepared(runtime);
    await engine().command({ sql: `DROP TABLE ${nameOf(pipe)} SYNC` });
    await expect(move(runtime, pipe)).rejects.toMatchObject({
      name: 'PipeError',
      code: 'destination_failed',
      message: expect.stringMatching(
        /shop`.`orders` cannot take rows. It does not exist any more. Create it again/,
      ),
    });
    expect(ledger.entry(pipe.id)).toMatchObject({ position: undefined, pending: '{"from":0,"to":2}' });
    await runtime.reachNextState(pipe, signal);
    await move(runtime, pipe);
    expect(await idsOf(pipe)).toEqual(ids(4));
  });

  test('pages of rejected rows are in order, and belong to one pipe', async () => {
    const ledger = memoryLedger();
    const messages = ids(5).map((id) => `{"id":"wrong ${id}"}`);
    const runtime = runtimeOn({ messages, batchSize: 3 }, ledger);
    const pipe = await prepared(runtime);
    await move(runtime, pipe);
    const first = await runtime.readRejectedRows(pipe, 3, undefined);
    const second = await runtime.readRejectedRows(pipe, 3, first.at(-1)?.id);
    expect([...first, ...second].map(({ location }) => location)).toEqual(
      [4, 3, 2, 1, 0].map((id) => `message ${id}`),
    );
    expect(await runtime.readRejectedRows({ ...pipe, id: 'another pipe' }, 3, undefined)).toEqual([]);
    expect(await runtime.readRejectedRows(runtimePipe(), 3, undefined)).toEqual([]);
  });

  test('a source that cannot be read leaves no table behind', async () => {
    const check = async () => {
      throw new Error('There is no such topic.');
    };
    const runtime = runtimeOn({ messages: [], batchSize: 1, check });
    const pipe = runtimePipe();
    await expect(runtime.reachNextState(pipe, signal)).rejects.toThrow('There is no such topic.');
    await expect(rowsOf(pipe)).rejects.toMatchObject({ type: 'UNKNOWN_DATABASE' });
  });

  test('a deleted pipe leaves its tables', async () => {
    const runtime = runtimeOn({ messages: messagesOf(1), batchSize: 1 });
    const pipe = await prepared(runtime);
    await move(runtime, pipe);
    await runtime.release(pipe);
    await runtime.release(pipe);
    expect(await idsOf(pipe)).toEqual([0]);
  });

  test('a kind of source without implementation is rejected, before and after it is stored', async () => {
    const runtime = runtimeOn({ messages: [], batchSize: 1 });
    const source = { kinesis: { streamName: 's', region: 'r' } } as unknown as PipeDefinition['source'];
    const foreign = definition({}, { source });
    expect(await runtime.checkDefinition(foreign)).toEqual([
      { pointer: '/source/kinesis', message: expect.stringContaining('does not move data from yet') },
    ]);
    await expect(runtime.reachNextState(runtimePipe(foreign), signal)).rejects.toMatchObject({
      name: 'PipeError',
    });
    await expect(runtime.discoverSchema({ source, secrets: {} })).rejects.toMatchObject({
      name: 'PipeError',
    });
  });

  test('every row arrives once while the engine is killed again and again', async () => {
    const { random, below } = seededRandom(15);
    const messages = messagesOf(3_000).map((text, id) => (id % 500 === 7 ? `{"id":"${id}"` : text));
    const killed: string[] = [];
    const around = async (step: string, range: string) => {
      if (killed.length === 4 || random() > 0.3) return;
      killed.push(`${step} ${range}`);
      const { pid } = engine();
      // A statement that begins at once either meets a dying process or the next one.
      if (pid !== undefined && step === 'before' && random() > 0.5)
        setTimeout(() => process.kill(pid, 'SIGKILL'), below(30));
      else if (pid !== undefined) process.kill(pid, 'SIGKILL');
    };
    const ledger = memoryLedger();
    const runtime = runtimeOn({ messages, batchSize: () => 1 + below(400), around }, ledger);
    const pipe = await prepared(runtime);
    await moveOn(runtime, pipe);
    expect(killed).toHaveLength(4);
    expect(await idsOf(pipe)).toEqual(ids(3_000).filter((id) => id % 500 !== 7));
    expect(ledger.entry(pipe.id).total).toMatchObject({ rows: 2_994, errors: 6 });
    expect(await runtime.readRejectedRows(pipe, 100, undefined)).toHaveLength(6);
  });
});
