import type { SettingValue } from '../port/engine-port.ts';

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
