import { setTimeout } from 'node:timers/promises';
import {
  DeregisterStreamConsumerCommand,
  DescribeStreamConsumerCommand,
  KinesisClient,
  RegisterStreamConsumerCommand,
  SubscribeToShardCommand,
  type SubscribeToShardEvent,
  type SubscribeToShardEventStream,
} from '@aws-sdk/client-kinesis';
import { errorName, isThrottled } from '../aws/aws-failure.ts';
import { CheckedStreams } from '../aws/checked-requests.ts';
import type { ShardStart } from './positions.ts';
import { startingPosition } from './starting-position.ts';
import type { ShardPage, Stream } from './stream.ts';

/** A shard accepts the next subscription of a consumer after 5 seconds. */
const RESUBSCRIBE_MS = 5_000;
const ACTIVATION_MS = 1_000;
/** A subscription ends after 5 minutes; without this limit, a broken connection would look idle. */
const SILENT_MS = 60_000;

/** The consumer of one pipe, with a throughput of its own. It exists until it is removed. */
export class FanOut {
  readonly #stream: Stream;
  readonly #name: string;
  readonly #client: KinesisClient;
  #consumer: Promise<string> | undefined;

  constructor(stream: Stream, pipeId: string) {
    this.#stream = stream;
    this.#name = `penstock-${pipeId}`;
    const { region, credentials, addresses } = stream.access;
    const requestHandler = new CheckedStreams(addresses, SILENT_MS);
    this.#client = new KinesisClient({ region, credentials, requestHandler });
  }

  /** The ARN of the consumer. It is registered the first time. */
  register(signal: AbortSignal): Promise<string> {
    this.#consumer ??= this.#registered(signal).catch((error: unknown) => {
      this.#consumer = undefined;
      return this.#stream.explain(error);
    });
    return this.#consumer;
  }

  /** Removes the consumer, also one that another process has registered. */
  async remove(signal: AbortSignal): Promise<void> {
    const { StreamARN } = await this.#stream.describe(signal);
    const command = new DeregisterStreamConsumerCommand({ StreamARN, ConsumerName: this.#name });
    await this.#client.send(command, { abortSignal: signal }).catch((error: unknown) => {
      if (errorName(error) !== 'ResourceNotFoundException') this.#stream.explain(error);
    });
  }

  /** The records of a shard, as the service pushes them. It ends at the end of a closed shard, or when the signal is aborted. */
  async *read(shard: string, start: ShardStart, signal: AbortSignal): AsyncGenerator<ShardPage> {
    const consumer = await this.register(signal);
    let from = start;
    while (!signal.aborted) {
      const begun = performance.now();
      for await (const event of this.#subscribe(consumer, shard, from, signal)) {
        const { Records: records = [], MillisBehindLatest: behindMs = 0 } = event;
        const sequenceNumber = event.ContinuationSequenceNumber;
        yield { records, behindMs, isEnd: sequenceNumber === undefined };
        if (sequenceNumber === undefined) return;
        from = { kind: 'after', sequenceNumber };
      }
      await pause(begun + RESUBSCRIBE_MS - performance.now(), signal);
    }
  }

  close(): void {
    this.#client.destroy();
  }

  async #registered(signal: AbortSignal): Promise<string> {
    const { StreamARN } = await this.#stream.describe(signal);
    const named = { StreamARN, ConsumerName: this.#name };
    await this.#client.send(new RegisterStreamConsumerCommand(named)).catch((error: unknown) => {
      if (errorName(error) !== 'ResourceInUseException') throw error;
    });
    for (;;) {
      const { ConsumerDescription: consumer } = await this.#client.send(
        new DescribeStreamConsumerCommand(named),
        { abortSignal: signal },
      );
      if (consumer?.ConsumerStatus === 'ACTIVE') return consumer.ConsumerARN ?? '';
      await setTimeout(ACTIVATION_MS, undefined, { signal });
    }
  }

  /** A subscription can still be in use just after its end. */
  async *#subscribe(
    ConsumerARN: string,
    ShardId: string,
    start: ShardStart,
    signal: AbortSignal,
  ): AsyncGenerator<SubscribeToShardEvent> {
    const command = new SubscribeToShardCommand({
      ConsumerARN,
      ShardId,
      StartingPosition: startingPosition(start),
    });
    try {
      const { EventStream: events = [] } = await this.#client.send(command, { abortSignal: signal });
      for await (const event of events as AsyncIterable<SubscribeToShardEventStream>) {
        if (event.SubscribeToShardEvent === undefined) throw Object.values(event)[0];
        yield event.SubscribeToShardEvent;
      }
    } catch (error) {
      if (signal.aborted || errorName(error) === 'ResourceInUseException' || isThrottled(error)) return;
      this.#stream.explain(error);
    }
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}
