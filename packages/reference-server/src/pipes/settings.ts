import type { PipeSettingsCreate, Writable } from '@penstock/contract';
import { kindOf, type PipeDefinition, type SourceKind } from '@penstock/engine';
import type { ErrorEntry } from '@penstock/server';
import { notApplicable } from '../stack/base/error-entries.ts';

type SettingName = keyof Writable<PipeSettingsCreate>;

/** The defaults of settings that were never set (D-30). */
const DEFAULTS: Required<Writable<PipeSettingsCreate>> = {
  streaming_max_insert_wait_ms: 5000,
  object_storage_concurrency: 1,
  object_storage_polling_interval_ms: 30_000,
  object_storage_max_insert_bytes: 10_737_418_240,
  object_storage_max_file_count: 100,
  engine_max_threads: 0,
  engine_max_insert_threads: 1,
  engine_min_insert_block_size_bytes: 1_073_741_824,
  engine_max_download_threads: 4,
  engine_parallel_distributed_insert_select: 2,
  object_storage_use_cluster_function: true,
  engine_parallel_view_processing: false,
};

/** The settings that do not apply to every object storage pipe (field facts, "Pipe settings"). */
const STREAMING: readonly SettingName[] = ['streaming_max_insert_wait_ms'];
const CONTINUOUS: readonly SettingName[] = ['object_storage_polling_interval_ms'];

/** The errors of settings that do not apply to the kind of the pipe; pointers are relative to the settings (D-30). */
export function checkSettings({
  source,
  settings,
}: Pick<PipeDefinition, 'source' | 'settings'>): ErrorEntry[] {
  const kind = kindOf(source);
  const continuous = source.objectStorage?.isContinuous === true;
  return Object.keys(settings)
    .filter((name) => !applies(name as SettingName, kind, continuous))
    .map((name) => notApplicable(`/${name}`, `does not apply to this ${kind} pipe; remove it`));
}

/** The values of all settings that apply to a pipe, with defaults (D-30). */
export function effectiveSettings({ source, settings }: PipeDefinition): PipeDefinition['settings'] {
  const kind = kindOf(source);
  const continuous = source.objectStorage?.isContinuous === true;
  const applicable = Object.entries(DEFAULTS).filter(([name]) =>
    applies(name as SettingName, kind, continuous),
  );
  return { ...Object.fromEntries(applicable), ...settings };
}

function applies(name: SettingName, kind: SourceKind, continuous: boolean): boolean {
  if (STREAMING.includes(name)) return kind === 'kafka' || kind === 'kinesis';
  if (kind !== 'objectStorage') return false;
  return !CONTINUOUS.includes(name) || continuous;
}
