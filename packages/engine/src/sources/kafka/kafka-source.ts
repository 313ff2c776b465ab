import type { DestinationPlan } from '../../compile/destination-plan.ts';
import type { SampleVerdict } from '../../pipe-runtime.ts';
import type { EnginePort } from '../../port/engine-port.ts';
import { needsRegistry } from '../messages/formats/format-of-pipe.ts';
import { compareSample, discoverColumns } from '../messages/sample.ts';
import type {
  IdleStep,
  Share,
  Source,
  SourceBatch,
  SourceContext,
  SourceImplementation,
  SourcePipe,
} from '../source.ts';
import { kafkaBatch } from './consumer/kafka-batch.ts';
import { lastMessages } from './consumer/last-messages.ts';
import { readAfter } from './consumer/read-after.ts';
import { readAgain } from './consumer/read-again.ts';
import { startOffsets } from './consumer/start-offsets.ts';
import { owns, partitionDivision } from './division.ts';
import { type OpenedTopics, openTopics } from './open-topics.ts';
import { emptyRange, type PartitionName, readOffsets, readRange } from './positions.ts';

const DEFAULT_WAIT_MS = 5_000;
const DISCOVERY_MS = 30_000;
const ALL: Share = { index: 0, count: 1 };

/** The topics of a pipe. It reads all partitions of its share itself: one process has the lease of a reader, so there is no group to balance. */
class KafkaSource implements Source {
  readonly #pipe: SourcePipe;
  readonly #definition: NonNullable<SourcePipe['definition']['source']['kafka']>;
  readonly #plan: DestinationPlan;
  readonly #engine: EnginePort;
  readonly #opened: OpenedTopics;

  constructor(pipe: SourcePipe, plan: DestinationPlan, { engine, allowedHosts }: SourceContext) {
    const { source } = pipe.definition;
    if (source.kafka === undefined) throw new Error('The pipe has no Kafka source.');
    this.#pipe = pipe;
    this.#definition = source.kafka;
    this.#plan = plan;
    this.#engine = engine;
    this.#opened = openTopics({ source, secrets: pipe.secrets }, allowedHosts);
  }

  async check(): Promise<void> {
    const { client, topics, registry } = this.#opened;
    await client.offsets(await client.partitions(topics), 'latest');
    await registry?.check();
  }

  /** The first batch has no messages: it stores where the pipe starts, so that a restart without new messages starts there as well. */
  async *read(position: string | undefined, signal: AbortSignal): AsyncGenerator<SourceBatch | IdleStep> {
    const { client, topics, format } = this.#opened;
    const { share = ALL } = this.#pipe;
    const isOwn = (name: PartitionName) => owns(share, name);
    const waitMs = this.#pipe.definition.settings.streaming_max_insert_wait_ms ?? DEFAULT_WAIT_MS;
    let offsets = position === undefined ? undefined : readOffsets(position);
    if (offsets === undefined) {
      const partitions = (await client.partitions(topics)).filter(({ name }) => isOwn(name));
      offsets = await startOffsets(client, partitions, this.#definition.offset);
      yield kafkaBatch(emptyRange(offsets), [], format);
    }
    yield* readAfter({ client, topics, isOwn, waitMs, format }, offsets, signal);
  }

  async repeat(range: string, signal: AbortSignal): Promise<SourceBatch> {
    const parsed = readRange(range);
    return kafkaBatch(parsed, await readAgain(this.#opened, parsed, signal), this.#opened.format);
  }

  /** For tools that observe the consumer group. The pipe never reads it, and brokers reject it while the group has members. */
  async stored(position: string): Promise<void> {
    const { client } = this.#opened;
    await client.commit(this.#definition.consumerGroup, readOffsets(position)).catch(() => {});
  }

  async readSample(signal: AbortSignal): Promise<SampleVerdict> {
    const chunks = await lastMessages(this.#opened, signal);
    if (chunks.length === 0) return { read: false, errors: [] };
    const encoded = await this.#opened.format.encode(chunks);
    return await compareSample(encoded, this.#pipe.definition, this.#plan, this.#engine);
  }

  async close(): Promise<void> {
    this.#opened.client.close();
  }
}

/** Pipes that read topics of Kafka. */
export const kafkaSource: SourceImplementation = {
  open: (pipe, plan, context) => new KafkaSource(pipe, plan, context),
  check: ({ source: { kafka } }) =>
    kafka !== undefined && needsRegistry(kafka.format) && kafka.schemaRegistry === undefined
      ? [{ pointer: '/source/kafka/schemaRegistry', message: `is required by the format ${kafka.format}` }]
      : [],
  division: partitionDivision,
  async discover(plan, { engine, allowedHosts }) {
    const opened = openTopics(plan, allowedHosts);
    try {
      const chunks = await lastMessages(opened, AbortSignal.timeout(DISCOVERY_MS));
      if (chunks.length === 0) return { columns: [], sampledRows: 0 };
      return await discoverColumns(await opened.format.encode(chunks), engine);
    } finally {
      opened.client.close();
    }
  },
};
