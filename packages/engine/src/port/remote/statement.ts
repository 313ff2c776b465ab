import { Readable } from 'node:stream';
import type { Insert, Limits, Query, SettingValue } from '../engine-port.ts';
import { qualifiedName } from '../names.ts';

type Settings = Record<string, SettingValue>;

/** The settings of a statement, with its limits. */
export function settingsOf({ settings, limits = {}, format }: Query, seconds: number): Settings {
  return {
    default_format: format ?? 'JSONEachRow',
    ...settings,
    ...limitSettings(limits),
    max_execution_time: seconds,
  };
}

function limitSettings({ readonly, memoryBytes, resultRows }: Limits): Settings {
  return {
    // A server stops the work when the client closes the connection, but only if the statement cannot write.
    ...(readonly === true && { readonly: 1, cancel_http_readonly_queries_on_client_close: 1 }),
    ...(memoryBytes !== undefined && { max_memory_usage: String(memoryBytes) }),
    ...(resultRows !== undefined && { max_result_rows: String(resultRows) }),
  };
}

/** Inserts are synchronous: a token names the rows of one request, and an asynchronous insert would mix several. */
export function insertion({ table, bytes, format, token, settings, limits, signal }: Insert): Query {
  if (!/^\w+$/.test(format)) throw new RangeError(`${JSON.stringify(format)} is not the name of a format.`);
  return {
    sql: `INSERT INTO ${qualifiedName(table)} FORMAT ${format}`,
    data: bytes instanceof Readable ? bytes : Readable.from([bytes]),
    settings: {
      async_insert: 0,
      ...settings,
      ...(token !== undefined && { insert_deduplicate: 1, insert_deduplication_token: token }),
    },
    ...(limits !== undefined && { limits }),
    ...(signal !== undefined && { signal }),
  };
}
