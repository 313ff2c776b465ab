import { Change } from '../messages/change.ts';
import type { FetchedQueue } from '../messages/fetched-queue.ts';
import { nextShards } from './next-shards.ts';
import { isEnded, type ShardStart, type StreamPosition, startOf } from './positions.ts';
import { type ShardChunk, shardChunk } from './shard-chunk.ts';
import type { Shard, ShardPage } from './stream.ts';

/** How often new shards are looked for, although no shard has ended here: another reader can read their parents. */
const LISTING_MS = 5_000;
/** How soon the children of a shard that has ended are looked for again. */
const CHILDREN_MS = 1_000;
/** While the queue is full, readers wait at most this long. */
const FULL_MS = 5_000;

export type ReadShard = (shard: string, start: ShardStart, signal: AbortSignal) => AsyncIterable<ShardPage>;

export interface ShardReadersOptions {
  readonly position: StreamPosition;
  readonly queue: FetchedQueue<ShardChunk>;
  readonly listShards: (signal: AbortSignal) => Promise<readonly Shard[]>;
  readonly readShard: ReadShard;
  /** Whether this reader of the pipe reads a shard. */
  readonly isOwn: (shard: string) => boolean;
  /** The shards that other readers have read to their ends. */
  readonly endedElsewhere: () => Promise<ReadonlySet<string>>;
}

/** Reads all shards at the same time, except that a shard waits for its parents. Ends at the first error. */
export class ShardReaders {
  readonly #options: ShardReadersOptions;
  readonly #stop = new AbortController();
  readonly #running = new Set<string>();
  readonly #ended = new Set<string>();
  /** For each running shard, how far its last page was behind; undefined before the first one. */
  readonly #behindMs = new Map<string, number | undefined>();
  /** Something was read, taken or has failed. */
  readonly #progress = new Change();
  /** A shard has ended. */
  readonly #attention = new Change();
  #failure: { readonly error: unknown } | undefined;

  constructor(options: ShardReadersOptions) {
    this.#options = options;
  }

  start(): void {
    this.#background(this.#follow());
  }

  /** Ends all requests. */
  stop(): void {
    this.#stop.abort();
    this.#progress.notify();
    this.#attention.notify();
  }

  /** Waits until something was read, at most some milliseconds. @throws the error that ended the readers */
  async waitForProgress(ms: number): Promise<void> {
    if (this.#failure === undefined) await this.#progress.wait(ms);
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Reading continues after a batch was taken from a full queue. */
  taken(): void {
    this.#progress.notify();
  }

  /** How far the slowest shard is behind; undefined until every shard has responded. */
  get behindMs(): number | undefined {
    const all = [...this.#behindMs.values()];
    return all.length === 0 || all.includes(undefined) ? undefined : Math.max(...(all as number[]));
  }

  async #follow(): Promise<void> {
    const { position, listShards, isOwn, endedElsewhere } = this.#options;
    while (!this.#stop.signal.aborted) {
      const shards = await listShards(this.#stop.signal);
      const elsewhere = await endedElsewhere();
      const hasEnded = (shard: string) =>
        isOwn(shard) ? this.#ended.has(shard) || isEnded(position.shards, shard) : elsewhere.has(shard);
      const next = nextShards(shards, hasEnded).filter(({ id }) => isOwn(id));
      for (const { id } of next) if (!this.#running.has(id)) this.#background(this.#read(id));
      await this.#attention.wait(next.length === 0 ? CHILDREN_MS : LISTING_MS);
    }
  }

  async #read(shard: string): Promise<void> {
    const { position, queue, readShard } = this.#options;
    this.#running.add(shard);
    this.#behindMs.set(shard, undefined);
    for await (const page of readShard(shard, startOf(position, shard), this.#stop.signal)) {
      if (this.#stop.signal.aborted) return;
      this.#behindMs.set(shard, page.behindMs);
      if (page.records.length > 0 || page.isEnd) queue.add(shardChunk(shard, page));
      this.#progress.notify();
      if (page.isEnd) this.#end(shard);
      while (queue.isFull && !this.#stop.signal.aborted) await this.#progress.wait(FULL_MS);
    }
  }

  #end(shard: string): void {
    this.#ended.add(shard);
    this.#running.delete(shard);
    this.#behindMs.delete(shard);
    this.#attention.notify();
  }

  #background(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (this.#stop.signal.aborted) return;
      this.#failure ??= { error };
      this.stop();
    });
  }
}
