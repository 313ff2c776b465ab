import type { DestinationPlan } from '../../compile/destination-plan.ts';
import { EngineError } from '../../port/engine-error.ts';
import type { SettingValue } from '../../port/engine-port.ts';
import { quoteText } from '../../port/names.ts';
import type { BatchDestination } from '../source.ts';
import type { RangeObject } from './object-range.ts';
import type { ObjectStore, Reading } from './object-store.ts';
import { changed, gone, storeError } from './store-error.ts';

/** What the engine reads, and how. */
export interface EngineReading extends Omit<Reading, 'structure'> {
  readonly store: ObjectStore;
  readonly delimiter: string | undefined;
}

/** No limit: all rows of a statement become one block, which is inserted as a whole or not at all. */
const UNLIMITED = String(2 ** 52);

/** The engine follows no redirect, because it does not check the address behind it. */
const READING_SETTINGS: Readonly<Record<string, SettingValue>> = {
  s3_max_redirects: 0,
  s3_retry_attempts: 3,
  s3_ignore_file_doesnt_exist: 0,
  azure_max_redirects: 0,
  max_threads: 1,
};

const ONE_BLOCK: Readonly<Record<string, SettingValue>> = {
  max_insert_threads: 1,
  input_format_parallel_parsing: 0,
  min_insert_block_size_rows: UNLIMITED,
  min_insert_block_size_bytes: UNLIMITED,
};

/**
 * Inserts all rows of the objects as one block. Fails without an effect if an object has changed or was deleted, and if a row
 * does not fit.
 *
 * @returns the number of rows
 * @throws PipeError, or an EngineError about the data
 */
export async function insertObjects(
  objects: readonly RangeObject[],
  reading: EngineReading,
  { engine, plan, token, signal }: BatchDestination,
): Promise<number> {
  const filled = objects.filter(([, , size]) => size > 0);
  if (filled.length === 0) return 0;
  const { table, settings } = await tableOf(filled, reading, plan, signal);
  try {
    await engine.command({
      sql: `${plan.insertFrom} (SELECT * FROM ${table} WHERE ${unchanged(filled, reading.store)})`,
      settings: {
        ...plan.settings,
        ...settings,
        ...ONE_BLOCK,
        async_insert: 0,
        insert_deduplicate: 1,
        insert_deduplication_token: token,
      },
    });
    // The engine remembers the number of rows of an object that it has read.
    const counted = await engine.query({ sql: `SELECT count() AS rows FROM ${table}`, settings });
    return Number(counted.rows<{ rows: string }>()[0]?.rows ?? 0);
  } catch (error) {
    throw explainReading(error, filled, reading.store);
  }
}

async function tableOf(
  objects: readonly RangeObject[],
  { store, format, compression, delimiter }: EngineReading,
  { structure }: DestinationPlan,
  signal: AbortSignal,
) {
  const keys = objects.map(([key]) => key);
  const table = await store.tableFunction(keys, { format, compression, structure }, signal);
  const settings = {
    ...READING_SETTINGS,
    ...(delimiter !== undefined && { format_csv_delimiter: delimiter }),
  };
  return { table, settings };
}

const CHANGED = 'an object changed after it was listed';

/** A condition that fails for a row of an object that is not the listed one. */
function unchanged(objects: readonly RangeObject[], store: ObjectStore): string {
  const paths = objects.map(([key]) => quoteText(store.pathOf(key))).join(', ');
  const etags = objects.map(([, etag]) => quoteText(etag)).join(', ');
  return `throwIf(_etag != transform(_path, [${paths}], [${etags}], ''), ${quoteText(CHANGED)}) = 0`;
}

const THROW_IF = 395;
const S3_ERROR = 499;
const AZURE_ERROR = 747;

/** Errors of a store become those of a pipe. Errors about the data stay as they are. */
function explainReading(error: unknown, objects: readonly RangeObject[], store: ObjectStore): unknown {
  if (!(error instanceof EngineError)) return error;
  const { code, message } = error;
  const named = objects.map(([key]) => key).find((key) => message.includes(key)) ?? 'of a batch';
  if (code === THROW_IF && message.includes(CHANGED)) return changed(named, { cause: error });
  if (code !== S3_ERROR && code !== AZURE_ERROR) return error;
  const status = Number(/HTTP response code: (\d{3})\b/.exec(message)?.[1]);
  if (status === 404 || /does not exist/i.test(message)) return gone(named, { cause: error });
  return storeError({ statusCode: status || undefined, code: 'ECONNREFUSED' }, store.bucket);
}

/** Whether the engine could not read rows because of what is in an object. */
export function isDataError(error: unknown): error is EngineError {
  return (
    error instanceof EngineError &&
    ![S3_ERROR, AZURE_ERROR].includes(error.code) &&
    /in file\/uri|ReadFromObjectStorage|While reading from/i.test(error.message)
  );
}
