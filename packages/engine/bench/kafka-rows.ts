import { cpuSeconds } from '@penstock/bench/process-figures';
import { startSharedBroker } from '@penstock/kafka/shared-broker';
import { Topics } from '@penstock/kafka/topics';
import type { EmbeddedEngine } from '../src/port/embedded/embedded-engine.ts';
import { engineRuntime } from '../src/runtime.ts';
import { kafkaSource } from '../src/sources/kafka/kafka-source.ts';
import { kafkaPipe } from '../test/support/kafka/kafka-pipe.ts';
import { memoryLedger } from '../test/support/memory-ledger.ts';

const ROWS = 400_000;
/** One write is one batch, which the broker limits to 1 MiB. */
const ROWS_PER_WRITE = 4_000;
const PARTITIONS = 4;
/** All ids have the same number of digits. */
const FIRST_ID = 1_000_000;
const EMPTY_ROW = JSON.stringify({ id: FIRST_ID, name: '' });

/** CPU time per row, in microseconds. */
interface RowCost {
  /** In this process, which runs the pipe. */
  readonly pipe: number;
  readonly ofEngine: number;
}

/** Moves rows of a size from a topic that has all of them when the pipe starts. */
export async function kafkaRowMicroseconds(engine: EmbeddedEngine, rowBytes: number): Promise<RowCost> {
  const { broker, end } = await startSharedBroker();
  try {
    const topics = new Topics(broker.plaintext);
    const topic = await topics.create(PARTITIONS);
    await fill(topics, topic, rowBytes);
    await topics.close();
    return await measure(engine, broker.plaintext, topic);
  } finally {
    await end();
  }
}

async function fill(topics: Topics, topic: string, rowBytes: number): Promise<void> {
  const name = 'x'.repeat(rowBytes - EMPTY_ROW.length);
  for (let from = 0; from < ROWS; from += ROWS_PER_WRITE) {
    const values = Array.from({ length: ROWS_PER_WRITE }, (_, index) =>
      JSON.stringify({ id: FIRST_ID + from + index, name }),
    );
    await topics.write(topic, values, { partition: (from / ROWS_PER_WRITE) % PARTITIONS });
  }
}

async function measure(engine: EmbeddedEngine, brokers: string, topics: string): Promise<RowCost> {
  const ledger = memoryLedger();
  const runtime = engineRuntime({
    engine,
    ledger,
    allowedHosts: undefined,
    sources: { kafka: async () => kafkaSource },
  });
  const pipe = kafkaPipe({ brokers, topics });
  await runtime.reachNextState(pipe, new AbortController().signal);
  const stop = new AbortController();
  const before = { own: process.cpuUsage(), engine: cpuSeconds(engine.pid) };
  await runtime.move?.(pipe, stop.signal, () => {
    if (ledger.entry(pipe.id).total.rows >= ROWS) stop.abort();
  });
  const own = process.cpuUsage(before.own);
  return {
    pipe: (own.user + own.system) / ROWS,
    ofEngine: ((cpuSeconds(engine.pid) - before.engine) * 1e6) / ROWS,
  };
}
