import { setTimeout } from 'node:timers/promises';
import { PipeError } from '../../../pipe-runtime.ts';
import { Change } from '../../messages/change.ts';
import type { FetchedQueue } from '../../messages/fetched-queue.ts';
import type { FetchedPartition, KafkaClient, Partition } from '../client/kafka-client.ts';
import type { PartitionChunk } from '../messages/partition-chunk.ts';
import { readMessages } from '../messages/read-messages.ts';
import type { Offsets, PartitionName } from '../positions.ts';
import { lostPosition } from './lost-position.ts';

/** How often new partitions are looked for. */
const METADATA_MS = 5_000;
const RETRY_MS = 250;
/** If a broker ends and no other one leads its partitions after this time, the pipe reports it. */
const PATIENCE_MS = 10_000;
/** A broker responds after this time if it has no messages. */
const LONGEST_WAIT_MS = 5_000;
const SHORTEST_WAIT_MS = 100;
/** While a batch is collected, a broker responds when it has so many more bytes. */
const COLLECT_BYTES = 1024 * 1024;

/** A partition that is fetched. */
interface FetchedState {
  leader: number | undefined;
  next: number;
  /** Where to stop. */
  readonly to: number;
  stableEnd: number | undefined;
  /** Since when its broker does not respond. */
  failingSince: number | undefined;
}

export interface FetcherOptions {
  readonly client: KafkaClient;
  readonly topics: readonly string[];
  readonly queue: FetchedQueue<PartitionChunk>;
  readonly from: Offsets;
  /** Where to stop. Without it, fetching continues, and new partitions that `isOwn` accepts are added from their first message. */
  readonly to?: Offsets;
  readonly isOwn?: (partition: PartitionName) => boolean;
}

/** Fetches partitions from all of their brokers at the same time, and follows them from broker to broker. Ends at the first error. */
export class Fetcher {
  readonly #options: FetcherOptions;
  readonly #partitions = new Map<PartitionName, FetchedState>();
  readonly #loops = new Set<number>();
  /** Something was fetched, taken or has failed. */
  readonly #progress = new Change();
  /** The leaders have to be looked up. */
  readonly #attention = new Change();
  #failure: unknown;
  #hasFailed = false;
  #isStopped = false;

  constructor(options: FetcherOptions) {
    this.#options = options;
    for (const [name, next] of options.from)
      this.#partitions.set(name, {
        leader: undefined,
        next,
        to: options.to === undefined ? Number.MAX_SAFE_INTEGER : (options.to.get(name) ?? next),
        stableEnd: undefined,
        failingSince: undefined,
      });
  }

  start(): void {
    this.#background(this.#follow());
  }

  /** Ends all requests. */
  stop(): void {
    this.#isStopped = true;
    this.#options.client.interrupt();
    this.#progress.notify();
    this.#attention.notify();
  }

  /** Waits until something was fetched, at most some milliseconds. @throws the error that ended the fetcher */
  async waitForProgress(ms: number): Promise<void> {
    if (!this.#hasFailed) await this.#progress.wait(ms);
    if (this.#hasFailed) throw this.#failure;
  }

  /** Fetching continues after a batch was taken from a full queue. */
  taken(): void {
    this.#progress.notify();
  }

  get isDone(): boolean {
    return [...this.#partitions.values()].every(({ next, to }) => next >= to);
  }

  /** For each partition, the offset after the last message that can be read; undefined before the first response. */
  get stableEnds(): ReadonlyMap<PartitionName, number | undefined> {
    return new Map([...this.#partitions].map(([name, { stableEnd }]) => [name, stableEnd]));
  }

  /** Keeps the leaders up to date, and runs one loop for each of them. */
  async #follow(): Promise<void> {
    while (!this.#isStopped) {
      await this.#update(await this.#options.client.partitions(this.#options.topics));
      if (this.#isStopped) return;
      for (const { leader } of this.#partitions.values())
        if (leader !== undefined && !this.#loops.has(leader)) this.#background(this.#fetchFrom(leader));
      await this.#attention.wait(METADATA_MS);
      if (this.#isFailing) await setTimeout(RETRY_MS);
    }
  }

  get #isFailing(): boolean {
    return [...this.#partitions.values()].some(({ failingSince }) => failingSince !== undefined);
  }

  async #update(partitions: readonly Partition[]): Promise<void> {
    const { to, isOwn = () => true } = this.#options;
    const added = partitions.filter(({ name }) => !this.#partitions.has(name) && isOwn(name));
    if (added.length > 0 && to === undefined) await this.#add(added);
    const leaders = new Map(partitions.map(({ name, leader }) => [name, leader]));
    for (const [name, state] of this.#partitions) {
      state.leader = leaders.get(name);
      if (!leaders.has(name)) this.#noteFailure(state, lostPosition(name, state.next, undefined, undefined));
      else if (state.leader === undefined) this.#noteFailure(state, noLeader(name));
    }
  }

  async #add(partitions: readonly Partition[]): Promise<void> {
    for (const [name, next] of await this.#options.client.offsets(partitions, 'earliest'))
      this.#partitions.set(name, {
        leader: undefined,
        next,
        to: Number.MAX_SAFE_INTEGER,
        stableEnd: undefined,
        failingSince: undefined,
      });
  }

  async #fetchFrom(leader: number): Promise<void> {
    this.#loops.add(leader);
    try {
      while (!this.#isStopped) {
        if (this.#options.queue.isFull && this.#options.to === undefined) {
          await this.#progress.wait(LONGEST_WAIT_MS);
          continue;
        }
        const offsets = this.#offsetsOf(leader);
        if (offsets.size === 0) return;
        await this.#fetchOnce(leader, offsets);
      }
    } finally {
      this.#loops.delete(leader);
    }
  }

  /** The order changes with each request, because a broker fills its response in this order. */
  #offsetsOf(leader: number): Offsets {
    const entries = [...this.#partitions].filter(
      ([, state]) => state.leader === leader && state.next < state.to,
    );
    const first = Math.floor(Math.random() * entries.length);
    return new Map(
      [...entries.slice(first), ...entries.slice(0, first)].map(([name, { next }]) => [name, next]),
    );
  }

  async #fetchOnce(leader: number, offsets: Offsets): Promise<void> {
    try {
      const readyInMs = this.#options.to === undefined ? this.#options.queue.readyInMs : undefined;
      const fetched = await this.#options.client.fetch(leader, {
        offsets,
        minBytes: readyInMs === undefined ? 1 : COLLECT_BYTES,
        maxWaitMs: Math.min(Math.max(readyInMs ?? LONGEST_WAIT_MS, SHORTEST_WAIT_MS), LONGEST_WAIT_MS),
      });
      if (this.#isStopped) return;
      for (const partition of fetched) await this.#accept(partition);
    } catch (error) {
      if (this.#isStopped) return;
      if (!(error instanceof PipeError) || error.code !== 'source_unreachable') throw error;
      this.#lose(leader, error);
    }
    this.#progress.notify();
  }

  async #accept(fetched: FetchedPartition): Promise<void> {
    const state = this.#partitions.get(fetched.partition);
    if (state === undefined) return;
    if (fetched.status === 'outOfRange') throw await this.#lost(fetched.partition, state.next);
    if (fetched.status === 'moved') {
      state.leader = undefined;
      this.#noteFailure(state, noLeader(fetched.partition));
      this.#attention.notify();
      return;
    }
    state.failingSince = undefined;
    state.stableEnd = fetched.stableEnd;
    if (fetched.records.length === 0) return;
    const chunk = readMessages(fetched, state.next, state.to);
    if (chunk.nextOffset === state.next) return;
    state.next = chunk.nextOffset;
    this.#options.queue.add(chunk);
  }

  /** The broker does not respond: its partitions wait for another one. */
  #lose(leader: number, error: PipeError): void {
    for (const state of this.#partitions.values()) {
      if (state.leader !== leader) continue;
      state.leader = undefined;
      this.#noteFailure(state, error);
    }
    this.#attention.notify();
  }

  #noteFailure(state: FetchedState, error: PipeError): void {
    state.failingSince ??= performance.now();
    if (performance.now() - state.failingSince > PATIENCE_MS) throw error;
  }

  async #lost(name: PartitionName, next: number): Promise<PipeError> {
    const { client, topics } = this.#options;
    const partitions = (await client.partitions(topics)).filter((partition) => partition.name === name);
    const [earliest, latest] = [
      await client.offsets(partitions, 'earliest'),
      await client.offsets(partitions, 'latest'),
    ];
    return lostPosition(name, next, earliest.get(name), latest.get(name));
  }

  #background(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (this.#isStopped) return;
      this.#failure = error;
      this.#hasFailed = true;
      this.stop();
    });
  }
}

function noLeader(name: PartitionName): PipeError {
  return new PipeError('source_unreachable', `No broker leads the partition ${name} now.`);
}
