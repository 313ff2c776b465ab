import type { PipeDefinition } from '../../../src/pipe.ts';
import type { RuntimePipe } from '../../../src/pipe-runtime.ts';
import { madeName } from '../../../src/sources/postgres/replication/made-objects.ts';
import type { PostgresSource, TableMapping } from '../../../src/sources/postgres/tables/mapped-columns.ts';
import { runtimePipe } from '../pipes.ts';

export interface DefinedPipeOptions {
  readonly settings?: Partial<PostgresSource['settings']>;
  readonly source?: Partial<PostgresSource>;
}

/** A mapping of a table to one of the same name. */
export function mapping(table: string, change: Partial<TableMapping> = {}): TableMapping {
  return {
    ...{ sourceSchemaName: 'public', sourceTable: table, targetTable: table, excludedColumns: [] },
    ...{ useCustomSortingKey: false, sortingKeys: [], tableEngine: 'ReplacingMergeTree' },
    ...change,
  };
}

/** A pipe from the database of a URL. */
export function definedPipe(
  { hostname, port, pathname, username, password }: URL,
  options: DefinedPipeOptions,
): RuntimePipe {
  const pipe = runtimePipe();
  const made = madeName(pipe.id);
  const source = {
    ...{ host: hostname, port: Number(port), database: pathname.slice(1) },
    ...{ authentication: 'basic', disableTls: true, skipCertVerification: false, tableMappings: [] },
    ...options.source,
    settings: {
      ...{ syncIntervalSeconds: 1, pullBatchSize: 100_000, publicationName: made },
      ...(options.settings?.replicationMode !== 'snapshot' && { replicationSlotName: made }),
      ...{ replicationMode: 'cdc', allowNullableColumns: true, initialLoadParallelism: 2 },
      ...{ snapshotNumRowsPerPartition: 1_000, snapshotNumberOfParallelTables: 1 },
      enableFailoverSlots: false,
      ...options.settings,
    },
  };
  const definition = {
    ...{ name: 'Shop', source: { postgres: source }, destination: { database: 'shop' } },
    ...{ fieldMappings: [], settings: {} },
  } as unknown as PipeDefinition;
  return { ...pipe, definition, secrets: { credentials: { username, password } } };
}
