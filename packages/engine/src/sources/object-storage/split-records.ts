/** A record of a text, from one line on. */
export interface TextRecord {
  readonly bytes: Buffer;
  /** The number of its first line, from 1. */
  readonly line: number;
  /** Whether it is only the beginning of a record that is too long. */
  readonly cut: boolean;
}

/** Finds the end of the record that starts at `start`, after its line end; undefined if more bytes are needed. */
export type FindEnd = (bytes: Buffer, start: number, isLast: boolean) => number | undefined;

/** How the records of a text are separated. */
export interface RecordSyntax {
  readonly findEnd: FindEnd;
  /** Whether the text is not a record, only something between records. */
  readonly isSeparator: (text: Buffer) => boolean;
}

/** A longer record is rejected, so that the memory is bounded. */
const LONGEST_RECORD = 16 * 1024 * 1024;
const KEPT_OF_CUT = 4_096;
/** Text is collected up to this size before records are searched in it. */
const PART_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Splits a text into records. It keeps at most one long record in memory. */
export async function* splitRecords(
  chunks: AsyncIterable<Buffer>,
  syntax: RecordSyntax,
): AsyncGenerator<TextRecord> {
  const state: State = { line: 1, skipping: false };
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of collected(chunks, () => Math.max(PART_BYTES, rest.length))) {
    rest = yield* takeRecords(rest.length === 0 ? part : Buffer.concat([rest, part]), syntax, false, state);
  }
  yield* takeRecords(rest, syntax, true, state);
}

/** Collects chunks to parts of a size. The size grows with an incomplete record, so that it is not searched too often. */
async function* collected(chunks: AsyncIterable<Buffer>, size: () => number): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let bytes = 0;
  let isStart = true;
  const take = () => {
    const part = Buffer.concat(parts);
    const from =
      isStart && part.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
        ? BYTE_ORDER_MARK.length
        : 0;
    isStart = false;
    parts = [];
    bytes = 0;
    return part.subarray(from);
  };
  for await (const chunk of chunks) {
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes >= size()) yield take();
  }
  if (bytes > 0) yield take();
}

interface State {
  line: number;
  /** Whether the rest of a line is skipped that was too long. */
  skipping: boolean;
}

function* takeRecords(
  bytes: Buffer,
  { findEnd, isSeparator }: RecordSyntax,
  isLast: boolean,
  state: State,
): Generator<TextRecord, Buffer> {
  let start = 0;
  while (start < bytes.length) {
    if (state.skipping) {
      const end = bytes.indexOf(NEWLINE, start);
      if (end < 0) return Buffer.alloc(0);
      state.skipping = false;
      state.line++;
      start = end + 1;
      continue;
    }
    const end = findEnd(bytes, start, isLast) ?? Number.POSITIVE_INFINITY;
    if (end - start <= LONGEST_RECORD) {
      const record = bytes.subarray(start, end);
      const content = withoutLineEnd(record);
      if (!isSeparator(content)) yield { bytes: content, line: state.line, cut: false };
      state.line += countLines(record);
      start = end;
    } else if (bytes.length - start <= LONGEST_RECORD) break;
    else {
      yield { bytes: Buffer.from(bytes.subarray(start, start + KEPT_OF_CUT)), line: state.line, cut: true };
      state.skipping = true;
    }
  }
  return bytes.subarray(start);
}

function withoutLineEnd(record: Buffer): Buffer {
  let end = record.length;
  while (end > 0 && (record[end - 1] === NEWLINE || record[end - 1] === CARRIAGE_RETURN)) end--;
  return record.subarray(0, end);
}

function countLines(record: Buffer): number {
  let lines = 0;
  for (let at = record.indexOf(NEWLINE); at >= 0; at = record.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}
