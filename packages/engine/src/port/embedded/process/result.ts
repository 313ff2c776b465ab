import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
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

/** The result of a statement in parts. A large one is streamed, or goes through a file, so that it does not fill the memory. */
export async function* resultOf(
  session: Session,
  sql: string,
  wanted: string,
  spool: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (!isReading(sql)) {
    yield (await session.queryAsync(sql, { format: wanted })).bytes();
    return;
  }
  const format = OWN_FORMAT.exec(sql)?.[1] ?? wanted;
  const select = sql.replace(OWN_FORMAT, '').replace(/;\s*$/, '');
  if (ROW_BY_ROW.has(format)) {
    for await (const chunk of session.queryStream(select, { format, signal })) yield chunk.raw();
    return;
  }
  if (!/^\w+$/.test(format))
    throw new EngineError(73, 'UNKNOWN_FORMAT', `there is no format ${JSON.stringify(format)}`);
  const file = join(spool, randomUUID());
  try {
    const output = quoteText(`../spool/${basename(file)}`);
    await session.queryAsync(`${select}\nINTO OUTFILE ${output} COMPRESSION 'none' FORMAT ${format}`, {
      format: 'Null',
    });
    yield* createReadStream(file);
  } finally {
    await rm(file, { force: true });
  }
}
