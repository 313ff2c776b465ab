import type { MessageChunk } from './message-chunk.ts';

/** A batch is inserted as one block, so these bound the memory of this process and of the engine. */
const BATCH_BYTES = 16 * 1024 * 1024;
const BATCH_MESSAGES = 200_000;

/** Chunks that were fetched and belong to no batch yet, in the order of their arrival. */
export class FetchedQueue<Chunk extends MessageChunk> {
  readonly #waitMs: number;
  #entries: { readonly chunk: Chunk; readonly arrivedAt: number }[] = [];
  #bytes = 0;
  #messages = 0;

  /** @param waitMs the time that messages are collected before a batch is ready that is not full */
  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  add(chunk: Chunk): void {
    this.#entries.push({ chunk, arrivedAt: performance.now() });
    this.#bytes += chunk.bytes.length;
    this.#messages += chunk.ends.length;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Whether the next batch is full. Nothing more is fetched until it is taken. */
  get isFull(): boolean {
    return this.#bytes >= BATCH_BYTES || this.#messages >= BATCH_MESSAGES;
  }

  /** Milliseconds until a batch is ready; undefined while the queue is empty. */
  get readyInMs(): number | undefined {
    const oldest = this.#entries[0];
    if (oldest === undefined) return undefined;
    return this.isFull ? 0 : Math.max(0, oldest.arrivedAt + this.#waitMs - performance.now());
  }

  /** Takes the oldest chunks: one batch. */
  take(): Chunk[] {
    const taken: Chunk[] = [];
    let bytes = 0;
    let messages = 0;
    for (const { chunk } of this.#entries) {
      if (bytes >= BATCH_BYTES || messages >= BATCH_MESSAGES) break;
      taken.push(chunk);
      bytes += chunk.bytes.length;
      messages += chunk.ends.length;
    }
    this.#entries = this.#entries.slice(taken.length);
    this.#bytes -= bytes;
    this.#messages -= messages;
    return taken;
  }

  /** When the oldest message in the queue was written, in milliseconds since the UNIX epoch; undefined while the queue is empty. */
  get firstTimestamp(): number | undefined {
    return this.#entries.reduce<number | undefined>(
      (oldest, { chunk: { firstTimestamp } }) => Math.min(oldest ?? firstTimestamp, firstTimestamp),
      undefined,
    );
  }

  /** When the oldest message of a part in the queue was written, in milliseconds since the UNIX epoch. */
  oldestTimestamp(part: string): number | undefined {
    return this.#entries.find(({ chunk }) => chunk.part === part && chunk.ends.length > 0)?.chunk
      .firstTimestamp;
  }
}
