import { Readable } from 'node:stream';
import type { MovedData } from '../pipe-runtime.ts';
import { EngineError } from '../port/engine-error.ts';
import type { SettingValue } from '../port/engine-port.ts';
import { quoteText } from '../port/names.ts';
import type { BatchDestination } from '../sources/source.ts';
import { ONE_BLOCK } from './one-block.ts';
import { reasonOf } from './plain-reason.ts';
import { insertRejectedRows, type RejectedMessage } from './rejected-rows.ts';

/** A message of a source: one row of the table. */
export interface Message {
  readonly bytes: Uint8Array;
  /** Where the message is in the source, for people: `orders, partition 3, offset 81723`. */
  readonly location: string;
}

export interface Messages {
  /** A format of ClickHouse in which the bytes of messages can be appended to each other. */
  readonly format: string;
  readonly messages: readonly Message[];
  /** Precedes the messages of each insert: the line with the names of a format that has one. */
  readonly head?: Uint8Array;
  /** Further settings of the format, such as its schema. */
  readonly settings?: Readonly<Record<string, SettingValue>>;
}

/**
 * Inserts messages as one block. Messages that do not fit the columns go to the table of rejected rows. A repetition with the same
 * token inserts nothing twice.
 */
export async function insertMessages(destination: BatchDestination, batch: Messages): Promise<MovedData> {
  const { messages } = batch;
  const bytes = messages.reduce((sum, message) => sum + message.bytes.length, 0);
  if (messages.length === 0) return { rows: 0, bytes, batches: 1, errors: 0 };
  try {
    await insert(destination, batch, messages);
    return { rows: messages.length, bytes, batches: 1, errors: 0 };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { accepted, rejected } = await sortOut(destination, batch);
    // Every message fits, so the table is what does not work.
    if (rejected.length === 0) throw error;
    if (accepted.length > 0) await insert(destination, batch, accepted);
    await insertRejectedRows(destination, rejected);
    return { rows: accepted.length, bytes, batches: 1, errors: rejected.length };
  }
}

const SECONDS = 3_600;

async function insert(
  { engine, plan, token, signal }: BatchDestination,
  batch: Messages,
  messages: readonly Message[],
): Promise<void> {
  await engine.query({
    sql: `${plan.insertFrom} input(${quoteText(plan.structure)}) FORMAT ${batch.format}`,
    data: Readable.from([joined(batch, messages)]),
    settings: {
      ...plan.settings,
      ...batch.settings,
      ...ONE_BLOCK,
      insert_deduplicate: 1,
      insert_deduplication_token: token,
      async_insert: 0,
    },
    limits: { seconds: SECONDS },
    signal,
  });
}

const LINE_FORMATS: readonly string[] = [
  'JSONEachRow',
  'JSONAsObject',
  'CSV',
  'CSVWithNames',
  'TabSeparated',
  'TabSeparatedWithNames',
];
const LINE_END = Buffer.from('\n');

function joined({ format, head }: Messages, messages: readonly Message[]): Buffer {
  const parts = messages.map(({ bytes }) => bytes);
  if (head !== undefined) parts.unshift(head);
  return Buffer.concat(LINE_FORMATS.includes(format) ? parts.flatMap((bytes) => [bytes, LINE_END]) : parts);
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
  await visit(batch.messages);
  return { accepted, rejected };
}

/** The error of the engine for messages that do not fit, or undefined. Nothing is stored. */
async function misfit(
  { engine, plan, signal }: BatchDestination,
  batch: Messages,
  messages: readonly Message[],
): Promise<EngineError | undefined> {
  try {
    await engine.query({
      sql: `${plan.checkFrom} input(${quoteText(plan.structure)}) FORMAT ${batch.format}`,
      data: Readable.from([joined(batch, messages)]),
      settings: { ...plan.settings, ...batch.settings },
      limits: { seconds: SECONDS },
      signal,
    });
    return undefined;
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}
