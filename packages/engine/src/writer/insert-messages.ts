import { Readable } from 'node:stream';
import type { MovedData } from '../pipe-runtime.ts';
import { EngineError } from '../port/engine-error.ts';
import type { SettingValue } from '../port/engine-port.ts';
import { quoteText } from '../port/names.ts';
import type { BatchDestination } from '../sources/source.ts';
import { ONE_BLOCK } from './one-block.ts';
import { reasonOf } from './plain-reason.ts';
import { insertRejectedRows, type RejectedMessage } from './rejected-rows.ts';

/** A message of a source: one row or several. */
export interface Message {
  readonly bytes: Uint8Array;
  /** Where the message is in the source, for people: `orders/3/81723`. */
  readonly location: string;
}

/** Messages of one insert. They are only looked at one by one if some of them do not fit. */
export interface Messages {
  /** A format of ClickHouse. */
  readonly format: string;
  /** Further settings of the format, such as its schema. */
  readonly settings?: Readonly<Record<string, SettingValue>>;
  readonly count: number;
  /** All messages, as the engine reads them. */
  readonly bytes: readonly Uint8Array[];
  split(): readonly Message[];
  /** Some of the messages, as the engine reads them. */
  frame(messages: readonly Message[]): readonly Uint8Array[];
}

/**
 * Messages of a format in which each row ends with a line feed.
 *
 * @param head the line with the names, in a format that has one
 */
export function lineMessages(format: string, messages: readonly Message[], head?: Uint8Array): Messages {
  const frame = (some: readonly Message[]) =>
    head === undefined ? lines(some) : [head, LINE_FEED, ...lines(some)];
  return { format, count: messages.length, bytes: frame(messages), split: () => messages, frame };
}

const LINE_FEED = Buffer.from('\n');

export function lines(messages: readonly Message[]): Uint8Array[] {
  return [Buffer.concat(messages.flatMap(({ bytes }) => [bytes, LINE_FEED]))];
}

/**
 * Inserts messages as one block. Messages that do not fit the columns go to the table of rejected rows. A repetition with the same
 * token inserts nothing twice.
 */
export async function insertMessages(destination: BatchDestination, batch: Messages): Promise<MovedData> {
  const bytes = batch.bytes.reduce((sum, { length }) => sum + length, 0);
  if (batch.count === 0) return { rows: 0, bytes, batches: 1, errors: 0 };
  try {
    await insert(destination, batch, batch.bytes);
    return { rows: batch.count, bytes, batches: 1, errors: 0 };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { accepted, rejected } = await sortOut(destination, batch);
    // Every message fits, so the table is what does not work.
    if (rejected.length === 0) throw error;
    if (accepted.length > 0) await insert(destination, batch, batch.frame(accepted));
    await insertRejectedRows(destination, rejected);
    return { rows: accepted.length, bytes, batches: 1, errors: rejected.length };
  }
}

const SECONDS = 3_600;

async function insert(
  { engine, plan, token, signal }: BatchDestination,
  { format, settings }: Messages,
  bytes: readonly Uint8Array[],
): Promise<void> {
  await engine.query({
    sql: `${plan.insertFrom} input(${quoteText(plan.structure)}) FORMAT ${format}`,
    data: Readable.from(bytes),
    settings: {
      ...plan.settings,
      ...settings,
      ...ONE_BLOCK,
      insert_deduplicate: 1,
      insert_deduplication_token: token,
      async_insert: 0,
    },
    limits: { seconds: SECONDS },
    signal,
  });
}

interface Sorted {
  readonly accepted: readonly Message[];
  readonly rejected: readonly RejectedMessage[];
}

/** Finds the messages that do not fit by halving, with the parser that inserts them. */
async function sortOut(destination: BatchDestination, batch: Messages): Promise<Sorted> {
  const accepted: Message[] = [];
  const rejected: RejectedMessage[] = [];
  const visit = async (messages: readonly Message[]): Promise<void> => {
    const [first] = messages;
    if (first === undefined) return;
    const error = await misfit(destination, batch, messages);
    if (error === undefined) accepted.push(...messages);
    else if (messages.length === 1) rejected.push({ ...first, reason: reasonOf(error) });
    else {
      const half = messages.length >> 1;
      await visit(messages.slice(0, half));
      await visit(messages.slice(half));
    }
  };
  await visit(batch.split());
  return { accepted, rejected };
}

/** The error of the engine for messages that do not fit, or undefined. Nothing is stored. */
async function misfit(
  { engine, plan, signal }: BatchDestination,
  { format, settings, frame }: Messages,
  messages: readonly Message[],
): Promise<EngineError | undefined> {
  try {
    await engine.query({
      sql: `${plan.checkFrom} input(${quoteText(plan.structure)}) FORMAT ${format}`,
      data: Readable.from(frame(messages)),
      settings: { ...plan.settings, ...settings },
      limits: { seconds: SECONDS },
      signal,
    });
    return undefined;
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}
