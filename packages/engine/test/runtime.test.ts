import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tablesOf } from '../src/compile/destination-plan.ts';
import type { PipeRuntime, RuntimePipe } from '../src/pipe-runtime.ts';
import { type EmbeddedEngine, embeddedEngine } from '../src/port/embedded/embedded-engine.ts';
import { qualifiedName } from '../src/port/names.ts';
import { engineRuntime } from '../src/runtime.ts';
import { INSTALLED, MEMORY_MB, makeFolder } from './support/engines.ts';
import { type MemoryLedger, memoryLedger } from './support/memory-ledger.ts';
import { runtimePipe } from './support/pipes.ts';
import { type TestSourceOptions, testSource } from './support/test-source.ts';

const signal = new AbortController().signal;
const nothing = () => {};

describe.runIf(INSTALLED)('the runtime of the engine', () => {
  const dataFolder = makeFolder();
  let engine: EmbeddedEngine;
  beforeAll(async () => {
    engine = await embeddedEngine({ dataFolder, memoryMb: MEMORY_MB });
  });
  afterAll(async () => {
    await engine?.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  const runtimeOn = (options: TestSourceOptions, ledger: MemoryLedger = memoryLedger()): PipeRuntime =>
    engineRuntime({
      engine,
      ledger,
      allowedHosts: undefined,
      sources: { kafka: async () => ({ open: testSource(options) }) },
    });
  const rowsOf = async (pipe: RuntimePipe, order = 'id') => {
    const table = qualifiedName(tablesOf(pipe).table);
    return (await engine.query({ sql: `SELECT * FROM ${table} ORDER BY ${order}` })).rows();
  };

  test('creates the table, moves every row once, and counts', async () => {
    const ledger = memoryLedger();
    const messages = Array.from({ length: 10 }, (_, id) =>
      JSON.stringify({ id, name: `name ${id}`, other: true }),
    );
    const runtime = runtimeOn({ messages, batchSize: 4 }, ledger);
    const pipe = runtimePipe();
    expect(await runtime.reachNextState(pipe, signal)).toEqual({ deliveryGuarantee: 'exactly_once' });
    await runtime.move?.(pipe, signal, nothing);
    expect(await rowsOf(pipe)).toEqual(
      messages.map((text) => ({ id: JSON.parse(text).id, name: JSON.parse(text).name })),
    );
    const { total } = await runtime.readMetrics(pipe.id, 0, 1);
    expect(total).toMatchObject({ rows: 10, batches: 3, errors: 0 });
  });

  test('skips rows that do not fit, and keeps them', async () => {
    const messages = ['{"id":1}', '{"id":"one","password":"x"}', 'no JSON', '{"id":2,"name":"b"}'];
    const runtime = runtimeOn({ messages, batchSize: 10 });
    const pipe = runtimePipe();
    await runtime.reachNextState(pipe, signal);
    await runtime.move?.(pipe, signal, nothing);
    expect(await rowsOf(pipe)).toEqual([
      { id: 1, name: '' },
      { id: 2, name: 'b' },
    ]);
    const rejected = await runtime.readRejectedRows(pipe, 10, undefined);
    expect(rejected.map(({ location }) => location)).toEqual(['message 2', 'message 1']);
  });
});
