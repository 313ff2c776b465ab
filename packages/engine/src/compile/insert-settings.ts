import type { PipeDefinition } from '../pipe.ts';
import type { DefinitionError } from '../pipe-runtime.ts';
import { LONGEST_STATEMENT_BYTES, type SettingValue } from '../port/engine-port.ts';

/** Rows of a block that is not limited by its bytes. */
const BLOCK_BYTES = 256 * 1024 * 1024;
/** A batch with more partitions than this is rejected. Each one costs an entry of the deduplication window. */
const MOST_PARTITIONS = 1_000;

const DOWNLOAD_THREADS = 4;
const DISTRIBUTED = 2;

type Settings = Record<string, SettingValue>;

/**
 * The settings of every insert of a pipe. Blocks are formed by one thread, so that a repeated batch has the same blocks, and the
 * engine recognizes them.
 */
export function insertSettings({ settings }: Pick<PipeDefinition, 'settings'>): Settings {
  return {
    max_insert_threads: 1,
    input_format_parallel_parsing: 0,
    min_insert_block_size_rows: 0,
    min_insert_block_size_bytes: settings.engine_min_insert_block_size_bytes ?? BLOCK_BYTES,
    max_partitions_per_insert_block: MOST_PARTITIONS,
    deduplicate_blocks_in_dependent_materialized_views: 1,
    max_threads: threadsOf(settings),
    max_download_threads: settings.engine_max_download_threads ?? DOWNLOAD_THREADS,
    parallel_distributed_insert_select: settings.engine_parallel_distributed_insert_select ?? DISTRIBUTED,
    parallel_view_processing: settings.engine_parallel_view_processing === true ? 1 : 0,
    ...READING,
    max_query_size: LONGEST_STATEMENT_BYTES,
  };
}

/** One thread reads one object. */
function threadsOf({
  object_storage_concurrency,
  engine_max_threads = 0,
}: PipeDefinition['settings']): number {
  const concurrency = object_storage_concurrency ?? 1;
  return engine_max_threads === 0 ? concurrency : Math.min(concurrency, engine_max_threads);
}

/** Settings that would break the guarantee of a pipe. */
export function settingErrors({ settings }: Pick<PipeDefinition, 'settings'>): DefinitionError[] {
  if ((settings.engine_max_insert_threads ?? 1) <= 1) return [];
  return [
    {
      pointer: '/settings/engine_max_insert_threads',
      message: 'must be at most 1: a repeated batch is recognized only if one thread inserts it',
    },
  ];
}

/** How rows are read: absent fields and nulls get the default of the type, and unknown fields are skipped. */
const READING: Settings = {
  input_format_skip_unknown_fields: 1,
  input_format_null_as_default: 1,
  input_format_defaults_for_omitted_fields: 1,
  date_time_input_format: 'best_effort',
  input_format_json_read_numbers_as_strings: 1,
  input_format_json_read_bools_as_numbers: 1,
  input_format_json_read_bools_as_strings: 1,
  input_format_json_read_objects_as_strings: 1,
  input_format_json_read_arrays_as_strings: 1,
  input_format_json_defaults_for_missing_elements_in_named_tuple: 1,
  input_format_json_ignore_unknown_keys_in_named_tuple: 1,
  input_format_with_names_use_header: 1,
  input_format_csv_empty_as_default: 1,
  input_format_tsv_empty_as_default: 1,
  input_format_parquet_allow_missing_columns: 1,
  input_format_avro_allow_missing_fields: 1,
  input_format_avro_null_as_default: 1,
  input_format_csv_detect_header: 0,
  input_format_tsv_detect_header: 0,
};
