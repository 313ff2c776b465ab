import type { DestinationPlan } from '../compile/destination-plan.ts';
import { EngineError } from '../port/engine-error.ts';
import { LONGEST_STATEMENT_BYTES } from '../port/engine-port.ts';
import { quoteName, quoteText } from '../port/names.ts';
import type { BatchDestination } from '../sources/source.ts';
import { INSERT_SECONDS } from './insert-seconds.ts';
import type { Message } from './messages.ts';

/** Characters of the objects in one statement, before they are quoted. */
const STATEMENT_CHARACTERS = LONGEST_STATEMENT_BYTES / 8;

/** The fields of the objects that have to fit; all other fields are ignored. */
export type FieldsToRead = Pick<DestinationPlan, 'structure' | 'conversions'>;

/**
 * The messages whose objects fit the columns. The engine reads a list of numbered objects, and skips those that do not fit.
 * Undefined if it cannot read these columns from a list.
 */
export async function findFitting(
  destination: BatchDestination,
  objects: ReadonlyMap<Message, string>,
  fields: FieldsToRead = destination.plan,
): Promise<ReadonlySet<Message> | undefined> {
  const messages = [...objects.keys()];
  const fitting = new Set<Message>();
  try {
    for (const lines of chunked([...objects.values()].map((object, index) => `[${index}, ${object}]\n`)))
      for (const index of await readFitting(destination, fields, lines))
        fitting.add(messages[index] as Message);
    return fitting;
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

async function readFitting(
  { engine, plan, signal }: BatchDestination,
  { structure, conversions }: FieldsToRead,
  lines: string,
): Promise<number[]> {
  // A conversion that fails would end the statement, so it is asked for its result.
  const fitting = conversions.map(({ field, type }) => {
    const value = `r.${quoteName(field)}`;
    return `(isNull(${value}) OR isNotNull(accurateCastOrNull(${value}, ${quoteText(type)})))`;
  });
  const list = quoteText(`i UInt32, r Tuple(${structure})`);
  const table = `format('JSONCompactEachRow', ${list}, ${quoteText(lines)})`;
  const result = await engine.query({
    sql: `SELECT groupArray(i) AS fitting FROM ${table} WHERE ${['true', ...fitting].join(' AND ')}`,
    settings: {
      ...plan.settings,
      input_format_allow_errors_num: lines.length,
      input_format_allow_errors_ratio: 1,
    },
    limits: { seconds: INSERT_SECONDS },
    signal,
  });
  return result.rows<{ fitting: number[] }>()[0]?.fitting ?? [];
}

function chunked(lines: readonly string[]): string[] {
  const chunks: string[] = [];
  for (const line of lines) {
    const last = chunks.at(-1);
    if (last === undefined || last.length + line.length > STATEMENT_CHARACTERS) chunks.push(line);
    else chunks[chunks.length - 1] = last + line;
  }
  return chunks;
}
