import type { DestinationPlan } from '../../compile/destination-plan.ts';
import type { SampleVerdict } from '../../pipe-runtime.ts';
import { sourceAddresses } from '../addresses/source-addresses.ts';
import type {
  IdleStep,
  Source,
  SourceBatch,
  SourceContext,
  SourceImplementation,
  SourcePipe,
} from '../source.ts';
import { brokerAccess } from './client/broker-access.ts';
import { parseBrokers } from './client/broker-address.ts';
import type { KafkaClient } from './client/kafka-client.ts';
import { PlatformaticClient } from './client/platformatic-client.ts';
import { kafkaBatch } from './consumer/kafka-batch.ts';
import { readAfter } from './consumer/read-after.ts';
import { readAgain } from './consumer/read-again.ts';
import { startOffsets } from './consumer/start-offsets.ts';
import { messageFormat, needsRegistry, registryOf } from './formats/format-of-pipe.ts';
import type { MessageFormat } from './formats/message-format.ts';
import type { SchemaRegistry } from './formats/schema-registry.ts';
import { emptyRange, readOffsets, readRange } from './positions.ts';

const DEFAULT_WAIT_MS = 5_000;

/** The topics of a pipe. It reads all their partitions itself: one process has the lease of the pipe, so there is no group to balance. */
class KafkaSource implements Source {
  readonly #client: KafkaClient;
  readonly #definition: NonNullable<SourcePipe['definition']['source']['kafka']>;
  readonly #topics: readonly string[];
  readonly #waitMs: number;
  readonly #registry: SchemaRegistry | undefined;
  readonly #format: MessageFormat;

  constructor(pipe: SourcePipe, _plan: DestinationPlan, context: SourceContext) {
    const { source, settings } = pipe.definition;
    if (source.kafka === undefined) throw new Error('The pipe has no Kafka source.');
    this.#definition = source.kafka;
    this.#topics = source.kafka.topics.split(',');
    this.#waitMs = settings?.streaming_max_insert_wait_ms ?? DEFAULT_WAIT_MS;
    const brokers = parseBrokers(source.kafka.brokers);
    const addresses = sourceAddresses(context.allowedHosts);
    const access = brokerAccess(source.kafka, pipe.secrets, brokers);
    this.#client = new PlatformaticClient(brokers, access, addresses);
    this.#registry = registryOf(source.kafka, pipe.secrets, addresses);
    this.#format = messageFormat(source.kafka.format, this.#registry);
  }

  async check(): Promise<void> {
    const partitions = await this.#client.partitions(this.#topics);
    await this.#client.offsets(partitions, 'latest');
    await this.#registry?.check();
  }

  /** The first batch has no messages: it stores where the pipe starts, so that a restart without new messages starts there as well. */
  async *read(position: string | undefined, signal: AbortSignal): AsyncGenerator<SourceBatch | IdleStep> {
    if (position !== undefined) {
      yield* this.#readAfter(readOffsets(position), signal);
      return;
    }
    const partitions = await this.#client.partitions(this.#topics);
    const offsets = await startOffsets(this.#client, partitions, this.#definition.offset);
    yield kafkaBatch(emptyRange(offsets), [], this.#format);
    yield* this.#readAfter(offsets, signal);
  }

  #readAfter(offsets: ReadonlyMap<string, number>, signal: AbortSignal) {
    return readAfter(
      { client: this.#client, topics: this.#topics, waitMs: this.#waitMs, format: this.#format },
      offsets,
      signal,
    );
  }

  async repeat(range: string, signal: AbortSignal): Promise<SourceBatch> {
    const parsed = readRange(range);
    const chunks = await readAgain({ client: this.#client, topics: this.#topics }, parsed, signal);
    return kafkaBatch(parsed, chunks, this.#format);
  }

  /** For tools that observe the consumer group. The pipe never reads it, and brokers reject it while the group has members. */
  async stored(position: string): Promise<void> {
    await this.#client.commit(this.#definition.consumerGroup, readOffsets(position)).catch(() => {});
  }

  async readSample(): Promise<SampleVerdict> {
    return { read: false, errors: [] };
  }

  async close(): Promise<void> {
    this.#client.close();
  }
}

/** Pipes that read topics of Kafka. */
export const kafkaSource: SourceImplementation = {
  open: (pipe, plan, context) => new KafkaSource(pipe, plan, context),
  check: ({ source: { kafka } }) =>
    kafka !== undefined && needsRegistry(kafka.format) && kafka.schemaRegistry === undefined
      ? [{ pointer: '/source/kafka/schemaRegistry', message: `is required by the format ${kafka.format}` }]
      : [],
};
