import { Topics } from '@penstock/kafka/topics';
import { requireColumns } from '../../../src/compile/check-destination.ts';
import { compileDestination, tablesOf } from '../../../src/compile/destination-plan.ts';
import type { PipeRuntime, RuntimePipe } from '../../../src/pipe-runtime.ts';
import type { EmbeddedEngine } from '../../../src/port/embedded/embedded-engine.ts';
import { qualifiedName } from '../../../src/port/names.ts';
import { engineRuntime } from '../../../src/runtime.ts';
import { kafkaSource } from '../../../src/sources/kafka/kafka-source.ts';
import type { Source } from '../../../src/sources/source.ts';
import { type MemoryLedger, memoryLedger } from '../memory-ledger.ts';
import { emptyEngine, sharedEngine } from '../shared-engine.ts';

/** What the tests of a file share: the engine, and a runtime that moves messages into it. */
export class KafkaRuntime {
  readonly topics: Topics;
  readonly engine: EmbeddedEngine;
  /** Called before a step is stored. */
  onStep: (step: 'begin' | 'finish') => void = () => {};
  readonly ledger: MemoryLedger = memoryLedger((step) => this.onStep(step));
  readonly runtime: PipeRuntime;

  private constructor(brokers: string, engine: EmbeddedEngine) {
    this.topics = new Topics(brokers);
    this.engine = engine;
    this.runtime = engineRuntime({
      engine,
      ledger: this.ledger,
      allowedHosts: undefined,
      sources: { kafka: async () => kafkaSource },
    });
  }

  static async start(brokers: string): Promise<KafkaRuntime> {
    return new KafkaRuntime(brokers, await sharedEngine());
  }

  async close(): Promise<void> {
    await this.topics.close();
    await emptyEngine(this.engine);
  }

  async prepare(pipe: RuntimePipe): Promise<void> {
    await this.runtime.reachNextState(pipe, new AbortController().signal);
  }

  /** Moves until the condition is true, then stops the pipe. */
  async moveUntil(pipe: RuntimePipe, isReached: () => boolean): Promise<void> {
    const stop = new AbortController();
    await this.runtime.move?.(pipe, stop.signal, () => {
      if (isReached()) stop.abort();
    });
  }

  /** Moves until the pipe has moved or rejected so many messages in its life. */
  async moveMessages(pipe: RuntimePipe, count: number): Promise<void> {
    await this.moveUntil(pipe, () => {
      const { rows, errors } = this.ledger.entry(pipe.id).total;
      return rows + errors >= count;
    });
  }

  /** Moves until the start position of a pipe without messages is stored. */
  async fixStart(pipe: RuntimePipe): Promise<void> {
    await this.moveUntil(pipe, () => this.ledger.entry(pipe.id).position !== undefined);
  }

  async rowsOf<Row = Record<string, unknown>>(pipe: RuntimePipe): Promise<Row[]> {
    const sql = `SELECT * FROM ${qualifiedName(tablesOf(pipe).table)} ORDER BY id`;
    return (await this.engine.query({ sql })).rows<Row>();
  }

  async idsOf(pipe: RuntimePipe): Promise<number[]> {
    return (await this.rowsOf<{ id: number | string }>(pipe)).map(({ id }) => Number(id));
  }

  /** The source of a prepared pipe, without the runtime. */
  async openSource(pipe: RuntimePipe): Promise<Source> {
    const plan = compileDestination(pipe, await requireColumns(this.engine, pipe.definition));
    const positions = async () => [];
    return kafkaSource.open(pipe, plan, {
      engine: this.engine,
      allowedHosts: undefined,
      note: () => {},
      positions,
    });
  }
}
