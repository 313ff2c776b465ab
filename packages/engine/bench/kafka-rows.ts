import type { EmbeddedEngine } from '../src/port/embedded/embedded-engine.ts';
import { engineRuntime } from '../src/runtime.ts';
import { kafkaSource } from '../src/sources/kafka/kafka-source.ts';
import { kafkaPipe } from '../test/support/kafka/kafka-pipe.ts';
import { startSharedBroker } from '../test/support/kafka/shared-broker.ts';
import { Topics } from '../test/support/kafka/topics.ts';
import { memoryLedger } from '../test/support/memory-ledger.ts';
import { cpuSeconds } from './process-figures.ts';

const ROWS = 400_000;
const ROWS_PER_WRITE = 5_000;
const PARTITIONS = 4;

/** The CPU time per row of 200 bytes, of this process and of the engine together, in microseconds. */
export async function kafkaRowCpu(engine: EmbeddedEngine): Promise<{ source: number; engine: number }> {
  const { broker, end } = await startSharedBroker();
  try {
    const topics = new Topics(broker.plaintext);
    const topic = await topics.create(PARTITIONS);
    await fill(topics, topic);
    await topics.close();
    return await measure(engine, broker.plaintext, topic);
  } finally {
    await end();
  }
}

async function fill(topics: Topics, topic: string): Promise<void> {
  const text = 'x'.repeat(200 - 29);
  for (let from = 0; from < ROWS; from += ROWS_PER_WRITE) {
    const values = Array.from({ length: ROWS_PER_WRITE }, (_, index) =>
      JSON.stringify({ id: 1_000_000 + from + index, name: text }),
    );
    await topics.write(topic, values, { partition: (from / ROWS_PER_WRITE) % PARTITIONS });
  }
}

async function measure(engine: EmbeddedEngine, brokers: string, topics: string) {
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
  console.error(ledger.entry(pipe.id).total);
  return {
    source: (own.user + own.system) / ROWS,
    engine: ((cpuSeconds(engine.pid) - before.engine) * 1e6) / ROWS,
  };
}
