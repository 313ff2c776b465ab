import type { DestinationPlan } from '../../compile/destination-plan.ts';
import type { PipeDefinition } from '../../pipe.ts';
import type { DefinitionError, RuntimePipe, SampleVerdict } from '../../pipe-runtime.ts';
import { needsRegistry } from '../messages/formats/format-of-pipe.ts';
import { compareSample, discoverColumns } from '../messages/sample.ts';
import type {
  IdleStep,
  Source,
  SourceBatch,
  SourceContext,
  SourceImplementation,
  SourcePipe,
} from '../source.ts';
import { endedShards, owns, shardDivision } from './division.ts';
import { FanOut } from './fan-out.ts';
import { kinesisBatch } from './kinesis-batch.ts';
import { type OpenedStream, openStream } from './open-stream.ts';
import { pollShard } from './poll-shard.ts';
import { readPosition, readRange, type StreamPosition } from './positions.ts';
import { readAfter } from './read-after.ts';
import { readAgain } from './read-again.ts';
import { sampleRecords } from './sample-records.ts';
import type { ReadShard } from './shard-readers.ts';

const DEFAULT_WAIT_MS = 5_000;
/** The pause of a shard without new records. */
const LONGEST_PAUSE_MS = 1_000;
const DISCOVERY_MS = 30_000;
const RELEASE_MS = 10_000;

type KinesisDefinition = NonNullable<PipeDefinition['source']['kinesis']>;

/** The stream of a pipe. One process has the lease of a reader, so it reads all shards of its share. */
class KinesisSource implements Source {
  readonly #pipe: SourcePipe;
  readonly #definition: KinesisDefinition;
  readonly #plan: DestinationPlan;
  readonly #context: SourceContext;
  readonly #opened: OpenedStream;
  readonly #fanOut: FanOut | undefined;

  constructor(pipe: SourcePipe, plan: DestinationPlan, context: SourceContext) {
    const { source } = pipe.definition;
    if (source.kinesis === undefined) throw new Error('The pipe has no Kinesis source.');
    this.#pipe = pipe;
    this.#definition = source.kinesis;
    this.#plan = plan;
    this.#context = context;
    this.#opened = openStream({ source, secrets: pipe.secrets }, context.allowedHosts);
    if (this.#definition.useEnhancedFanOut) this.#fanOut = new FanOut(this.#opened.stream, pipe.id);
  }

  async check(signal: AbortSignal): Promise<void> {
    const { stream } = this.#opened;
    const [shard] = await stream.shards(signal);
    if (shard !== undefined) await stream.iterator(shard.id, { kind: 'oldest' }, signal);
    await this.#fanOut?.register(signal);
  }

  /** The first batch has no records: it stores where the pipe starts, so that a restart without new records starts there as well. */
  async *read(position: string | undefined, signal: AbortSignal): AsyncGenerator<SourceBatch | IdleStep> {
    const { stream, format } = this.#opened;
    const waitMs = this.#pipe.definition.settings.streaming_max_insert_wait_ms ?? DEFAULT_WAIT_MS;
    let from = position === undefined ? undefined : readPosition(position);
    if (from === undefined) {
      from = await this.#start(signal);
      yield kinesisBatch({ position: from, records: new Map() }, [], format);
    }
    const { id, share } = this.#pipe;
    const reading = {
      ...{ stream, readShard: this.#reader(waitMs), waitMs, format },
      isOwn: (shard: string) => share === undefined || owns(share, shard),
      endedElsewhere: async () =>
        endedShards(share === undefined || share.count === 1 ? [] : await this.#context.positions(id)),
    };
    yield* readAfter(reading, from, signal);
  }

  async repeat(range: string, signal: AbortSignal): Promise<SourceBatch> {
    const { stream, format } = this.#opened;
    const parsed = readRange(range);
    return kinesisBatch(parsed, await readAgain(stream, parsed, signal), format);
  }

  async readSample(signal: AbortSignal): Promise<SampleVerdict> {
    const { stream, format } = this.#opened;
    const chunks = await sampleRecords(stream, signal);
    if (chunks.length === 0) return { read: false, errors: [] };
    const encoded = await format.encode(chunks);
    return await compareSample(encoded, this.#pipe.definition, this.#plan, this.#context.engine);
  }

  async close(): Promise<void> {
    this.#fanOut?.close();
    this.#opened.stream.close();
  }

  /** A position that does not move while nothing is written. */
  async #start(signal: AbortSignal): Promise<StreamPosition> {
    const { iteratorType, timestamp = 0 } = this.#definition;
    const now = await this.#opened.stream.serviceTime(signal);
    const starts = { TRIM_HORIZON: 'TRIM_HORIZON', LATEST: now, AT_TIMESTAMP: timestamp * 1000 } as const;
    const start = starts[iteratorType as keyof typeof starts];
    return { start, readAt: now, shards: new Map() };
  }

  #reader(waitMs: number): ReadShard {
    const fanOut = this.#fanOut;
    if (fanOut !== undefined) return (...shard) => fanOut.read(...shard);
    const pauseMs = Math.min(waitMs, LONGEST_PAUSE_MS);
    return (shard, start, signal) => pollShard(this.#opened.stream, shard, start, { pauseMs }, signal);
  }
}

/** Pipes that read a stream of Kinesis. */
export const kinesisSource: SourceImplementation = {
  open: (pipe, plan, context) => new KinesisSource(pipe, plan, context),
  check: ({ source: { kinesis } }) => (kinesis === undefined ? [] : checkKinesis(kinesis)),
  division: shardDivision,
  release: releaseConsumer,
  async discover(plan, { engine, allowedHosts }) {
    const { stream, format } = openStream(plan, allowedHosts);
    try {
      const chunks = await sampleRecords(stream, AbortSignal.timeout(DISCOVERY_MS));
      if (chunks.length === 0) return { columns: [], sampledRows: 0 };
      return await discoverColumns(await format.encode(chunks), engine);
    } finally {
      stream.close();
    }
  },
};

/** Removes what the pipe made. A pipe whose credentials are not valid any more can still be deleted. */
async function releaseConsumer(
  { id, definition, secrets }: RuntimePipe,
  context: SourceContext,
): Promise<void> {
  const { source } = definition;
  if (source.kinesis?.useEnhancedFanOut !== true) return;
  const { stream } = openStream({ source, secrets }, context.allowedHosts);
  const fanOut = new FanOut(stream, id);
  try {
    await fanOut.remove(AbortSignal.timeout(RELEASE_MS));
  } catch (error) {
    context.note(
      id,
      `The consumer penstock-${id} was not removed from the stream ${source.kinesis.streamName}: ${(error as Error).message} Remove it, because it has a price.`,
    );
  } finally {
    fanOut.close();
    stream.close();
  }
}

function checkKinesis({ format, timestamp = 0 }: KinesisDefinition): DefinitionError[] {
  const errors: DefinitionError[] = [];
  if (needsRegistry(format)) {
    const message = `is ${format}, which needs a schema registry, and sources of this kind have none. Use JSONEachRow or Avro`;
    errors.push({ pointer: '/source/kinesis/format', message });
  }
  if (timestamp * 1000 > Date.now())
    errors.push({
      pointer: '/source/kinesis/timestamp',
      message: 'is in the future. Use LATEST to start at new records',
    });
  return errors;
}
