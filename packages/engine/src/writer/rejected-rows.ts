import { tablesOf } from '../compile/destination-plan.ts';
import type { RejectedRow, TenantPipe } from '../pipe-runtime.ts';
import { EngineError } from '../port/engine-error.ts';
import type { EnginePort } from '../port/engine-port.ts';
import { qualifiedName } from '../port/names.ts';
import type { BatchDestination } from '../sources/source.ts';
import { excerptOf } from './excerpt.ts';

/** A message that does not fit the columns. */
export interface RejectedMessage {
  readonly bytes: Uint8Array;
  readonly location: string;
  readonly reason: string;
}

const STORED_EXCERPT_BYTES = 1_000;

/** Stores rejected rows of a batch. A repetition of the batch stores nothing twice. */
export async function insertRejectedRows(
  { engine, plan, pipeId, token, signal }: BatchDestination,
  rejected: readonly RejectedMessage[],
): Promise<void> {
  const now = new Date();
  const at = now.toISOString().replace('T', ' ').replace('Z', '');
  const rows = rejected.map(({ bytes, location, reason }, index) => ({
    pipe_id: pipeId,
    id: `${String(now.getTime()).padStart(15, '0')}-${String(index).padStart(7, '0')}`,
    at,
    location,
    reason,
    excerpt: Buffer.from(bytes.subarray(0, STORED_EXCERPT_BYTES)).toString('utf8'),
  }));
  await engine.insert({
    table: plan.errorsTable,
    bytes: Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')),
    format: 'JSONEachRow',
    token: `${token}/errors`,
    signal,
  });
}

/** Without these there are no rejected rows: the pipe was not set up, or its tables were dropped. */
const MISSING: readonly string[] = ['UNKNOWN_TABLE', 'UNKNOWN_DATABASE'];

/** At most `limit` rejected rows of a pipe, newest first, before the row `beforeId` if it is given. */
export async function readRejectedRows(
  engine: EnginePort,
  pipe: TenantPipe,
  limit: number,
  beforeId: string | undefined,
): Promise<RejectedRow[]> {
  const { errorsTable } = tablesOf(pipe);
  const sql = `SELECT id, toUnixTimestamp64Milli(at) AS at, location, reason, excerpt FROM ${qualifiedName(errorsTable)}
    WHERE pipe_id = {pipe:String} AND ({before:String} = '' OR id < {before:String})
    ORDER BY pipe_id DESC, id DESC LIMIT {limit:UInt32}`;
  try {
    const result = await engine.query({
      sql,
      parameters: { pipe: pipe.id, before: beforeId ?? '', limit },
      limits: { readonly: true },
    });
    return result.rows<StoredRow>().map(({ at, excerpt, ...row }) => ({
      ...row,
      at: new Date(Number(at)).toISOString(),
      excerpt: excerptOf(excerpt),
    }));
  } catch (error) {
    if (error instanceof EngineError && MISSING.includes(error.type)) return [];
    throw error;
  }
}

interface StoredRow {
  readonly id: string;
  readonly at: string;
  readonly location: string;
  readonly reason: string;
  readonly excerpt: string;
}
