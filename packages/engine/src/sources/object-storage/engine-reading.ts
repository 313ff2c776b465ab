import type { DestinationPlan } from '../../compile/destination-plan.ts';
import { EngineError } from '../../port/engine-error.ts';
import { type EnginePort, LONGEST_STATEMENT_BYTES, type SettingValue } from '../../port/engine-port.ts';
import { quoteText } from '../../port/names.ts';
import { isAboutData } from '../../writer/data-error.ts';
import { ONE_BLOCK } from '../../writer/one-block.ts';
import type { BatchDestination } from '../source.ts';
import type { RangeObject } from './object-range.ts';
import type { ObjectStore, Reading } from './object-store.ts';
import { changed, gone, storeError } from './store-error.ts';

/** What the engine reads, and how. */
export interface EngineReading extends Omit<Reading, 'structure'> {
  readonly store: ObjectStore;
  readonly delimiter: string | undefined;
}

type Settings = Readonly<Record<string, SettingValue>>;

/** A statement that reads objects. */
interface ObjectStatement {
  /** To be preceded by `SELECT … FROM`. */
  readonly from: string;
  readonly settings: Settings;
}

const SECONDS = 3_600;

/**
 * Inserts all rows of the objects as one block, so the insert has an effect only if it is complete. It fails if an object has
 * changed or was deleted, and if a row does not fit.
 *
 * @returns the number of rows
 * @throws PipeError about an object, or EngineError
 */
export async function insertObjects(
  objects: readonly RangeObject[],
  reading: EngineReading,
  { engine, plan, token, signal }: BatchDestination,
  settings: Settings = ONE_BLOCK,
): Promise<number> {
  if (objects.every(([, , size]) => size === 0)) return 0;
  const statement = await objectStatement(objects, reading, plan, signal);
  await running(objects, reading, () =>
    engine.command({
      sql: `${plan.insertFrom} ${statement.from}`,
      settings: {
        ...plan.settings,
        ...statement.settings,
        ...settings,
        async_insert: 0,
        insert_deduplicate: 1,
        insert_deduplication_token: token,
      },
      limits: { seconds: SECONDS },
    }),
  );
  return countRows(objects, reading, plan, engine, signal);
}

/** Whether the rows of the objects fit the columns; the error of the engine if they do not. */
export async function dataErrorOf(
  objects: readonly RangeObject[],
  reading: EngineReading,
  { engine, plan, signal }: BatchDestination,
  settings: Settings = {},
): Promise<EngineError | undefined> {
  if (objects.every(([, , size]) => size === 0)) return undefined;
  const statement = await objectStatement(objects, reading, plan, signal);
  try {
    await running(objects, reading, () =>
      engine.command({
        sql: `${plan.checkFrom} ${statement.from}`,
        settings: { ...plan.settings, ...statement.settings, ...settings },
        limits: { seconds: SECONDS },
        signal,
      }),
    );
    return undefined;
  } catch (error) {
    if (isAboutData(error)) return error;
    throw error;
  }
}

/** A field of an object, with the type that the engine reads it as. */
export interface ObjectField {
  readonly name: string;
  readonly type: string;
}

/** The fields of an object, or of a structure. Returns the error of the engine if it cannot infer them from the object. */
export async function describeObject(
  object: RangeObject,
  reading: EngineReading,
  engine: EnginePort,
  signal: AbortSignal,
  structure = 'auto',
): Promise<ObjectField[] | EngineError> {
  const { table, settings } = await tableOf([object], reading, structure, signal);
  try {
    const described = await engine.query({
      sql: `DESCRIBE TABLE ${table}`,
      settings: { ...settings, ...INFERENCE },
    });
    return described.rows<ObjectField>().map(({ name, type }) => ({ name, type }));
  } catch (error) {
    const explained = explainReading(error, [object], reading.store);
    if (explained instanceof EngineError) return explained;
    throw explained;
  }
}

/** A sample without nulls does not prove that there are none, but columns of these types accept them as defaults. */
const INFERENCE: Settings = {
  schema_inference_make_columns_nullable: 0,
  input_format_max_rows_to_read_for_schema_inference: 1_000,
  input_format_csv_detect_header: 0,
  input_format_tsv_detect_header: 0,
};

/** The engine remembers the number of rows of an object that it has just read. */
async function countRows(
  objects: readonly RangeObject[],
  reading: EngineReading,
  { structure }: DestinationPlan,
  engine: EnginePort,
  signal: AbortSignal,
): Promise<number> {
  const { table, settings } = await tableOf(objects, reading, structure, signal);
  const counted = await engine.query({
    sql: `SELECT count() AS rows FROM ${table}`,
    settings,
    limits: { seconds: SECONDS },
  });
  return Number(counted.rows<{ rows: string }>()[0]?.rows ?? 0);
}

async function objectStatement(
  objects: readonly RangeObject[],
  reading: EngineReading,
  { structure }: DestinationPlan,
  signal: AbortSignal,
): Promise<ObjectStatement> {
  const { table, settings } = await tableOf(objects, reading, structure, signal);
  return { from: `(SELECT * FROM ${table} WHERE ${unchanged(objects, reading.store)})`, settings };
}

/** The table function of the objects, and the settings that belong to it. */
export async function tableOf(
  objects: readonly RangeObject[],
  { store, format, compression, delimiter }: EngineReading,
  structure: string,
  signal: AbortSignal,
) {
  const keys = objects.filter(([, , size]) => size > 0).map(([key]) => key);
  const table = await store.tableFunction(keys, { format, compression, structure }, signal);
  const settings: Settings = {
    // The keys of a batch are twice in a statement; `Packing` limits them.
    max_query_size: LONGEST_STATEMENT_BYTES,
    input_format_parquet_preserve_order: 1,
    ...store.settings,
    ...(delimiter !== undefined && { format_csv_delimiter: delimiter }),
  };
  return { table, settings };
}

const FEW_OBJECTS = 200;
const CHANGED = 'an object changed after it was listed';

/**
 * A condition that fails for a row of an object that is not the listed one. `transform` is evaluated once per object and prepares
 * all pairs each time; a set is prepared once and searched for each row. So each is cheaper for its number of objects.
 */
function unchanged(objects: readonly RangeObject[], store: ObjectStore): string {
  const pairs = objects.map(([key, etag]) => [quoteText(store.pathOf(key)), quoteText(etag)] as const);
  const etag = `replaceAll(_etag, '"', '')`;
  const paths = pairs.map(([path]) => path).join(', ');
  const etags = pairs.map(([, listed]) => listed).join(', ');
  const isOther =
    pairs.length <= FEW_OBJECTS
      ? `${etag} != transform(_path, [${paths}], [${etags}], '')`
      : `(_path, ${etag}) NOT IN (${pairs.map((pair) => `(${pair.join(', ')})`).join(', ')})`;
  return `throwIf(${isOther}, ${quoteText(CHANGED)}) = 0`;
}

/** Runs a statement. Errors of the store become those of a pipe, others stay as they are. */
async function running(
  objects: readonly RangeObject[],
  { store }: EngineReading,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw explainReading(error, objects, store);
  }
}

function explainReading(error: unknown, objects: readonly RangeObject[], store: ObjectStore): unknown {
  if (!(error instanceof EngineError)) return error;
  const { type, message } = error;
  const named = nameOf(objects, message);
  if (type === 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO' && message.includes(CHANGED))
    return changed(named, { cause: error });
  const azure = /Azure::\S*Exception: (\d{3})/.exec(message)?.[1];
  if (type !== 'S3_ERROR' && type !== 'AZURE_BLOB_STORAGE_ERROR' && azure === undefined) return error;
  const status = Number(/HTTP response code: (\d{3})\b/.exec(message)?.[1] ?? azure);
  if (status === 404 || /does not exist/i.test(message)) return gone(named, { cause: error });
  if (status === 412 || /etag|changed during/i.test(message)) return changed(named, { cause: error });
  return storeError(
    { cause: error, code: UNREACHABLE, statusCode: status < 500 ? status : undefined },
    store.bucket,
  );
}

/** The object that a message is about, or those that it can be about. */
function nameOf(objects: readonly RangeObject[], message: string): string {
  const keys = objects.map(([key]) => key);
  const named = keys.length === 1 ? keys[0] : keys.find((key) => message.includes(key));
  return named === undefined ? `One of the objects from ${keys[0]} to ${keys.at(-1)}` : `The object ${named}`;
}

/** The engine does not report a status if it has no connection, or reports one of its own. */
const UNREACHABLE = 'ECONNREFUSED';
