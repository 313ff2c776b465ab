import { basename } from 'node:path';
import { EngineError } from '../../engine-error.ts';
import { quoteText } from '../../names.ts';
import type { Session } from './chdb.ts';

/** A single statement after which a session is as it was before. */
const CLEAN = /^\s*(?:select|with|insert|describe|exists|explain)\b[^;]*;?\s*$/i;

export function leavesSessionClean(sql: string): boolean {
  return CLEAN.test(sql);
}

const SELECT = /^\s*(?:select|with)\b[^;]*;?\s*$/i;
/** Whether a statement only reads, so that stopping it changes nothing. */
export function isReading(sql: string): boolean {
  return SELECT.test(sql);
}

const OWN_FORMAT = /\s+format\s+(\w+)\s*;?\s*$/i;

/**
 * Formats whose rows need nothing before, between and after them. The library formats each part of a streamed result by itself:
 * others would have a heading in each part.
 */
const ROW_BY_ROW = new Set([
  'CSV',
  'JSONCompactEachRow',
  'JSONEachRow',
  'JSONStringsEachRow',
  'LineAsString',
  'RowBinary',
  'TabSeparated',
  'TabSeparatedRaw',
  'TSKV',
  'TSV',
  'TSVRaw',
]);

/** Whether a result is written to a file before it is sent, so that it does not fill the memory. */
export function isSpooled(sql: string, wanted: string): boolean {
  return isReading(sql) && !ROW_BY_ROW.has(formatOf(sql, wanted));
}

/** The result of a statement in parts, which need the session. */
export async function* resultOf(
  session: Session,
  sql: string,
  wanted: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (!isReading(sql)) {
    yield (await session.queryAsync(sql, { format: wanted })).bytes();
    return;
  }
  const format = formatOf(sql, wanted);
  for await (const chunk of session.queryStream(withoutFormat(sql), { format, signal })) yield chunk.raw();
}

/** Writes the result of a statement to a file of the folder `spool`. */
export async function spoolResult(
  session: Session,
  sql: string,
  wanted: string,
  file: string,
): Promise<void> {
  const format = formatOf(sql, wanted);
  if (!/^\w+$/.test(format))
    throw new EngineError(73, 'UNKNOWN_FORMAT', `there is no format ${JSON.stringify(format)}`);
  const output = quoteText(`../spool/${basename(file)}`);
  await session.queryAsync(
    `${withoutFormat(sql)}\nINTO OUTFILE ${output} COMPRESSION 'none' FORMAT ${format}`,
    { format: 'Null' },
  );
}

function formatOf(sql: string, wanted: string): string {
  return OWN_FORMAT.exec(sql)?.[1] ?? wanted;
}

function withoutFormat(sql: string): string {
  return sql.replace(OWN_FORMAT, '').replace(/;\s*$/, '');
}
