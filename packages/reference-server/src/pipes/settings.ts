import type { PipeSettingsUpdate, Writable } from '@penstock/contract';
import type { ProblemPlace } from '@penstock/server';
import type { PipeDefinition, SourceKind } from './pipe.ts';
import { notApplicable } from './place.ts';

type SettingName = keyof Writable<PipeSettingsUpdate>;

/** What each setting applies to where it is not every object storage (field facts, "Pipe settings"). */
const STREAMING: readonly SettingName[] = ['streaming_max_insert_wait_ms'];
const CONTINUOUS: readonly SettingName[] = ['object_storage_polling_interval_ms'];

/** A setting that does not apply to the kind of the pipe is refused (D-30). */
export function checkSettings(
  kind: SourceKind,
  source: PipeDefinition['source'],
  settings: Writable<PipeSettingsUpdate>,
): ProblemPlace[] {
  return (Object.keys(settings) as SettingName[])
    .filter((name) => !applies(name, kind, source.objectStorage?.isContinuous === true))
    .map((name) => notApplicable(`/settings/${name}`, `does not apply to this ${kind} pipe; remove it`));
}

function applies(name: SettingName, kind: SourceKind, continuous: boolean): boolean {
  if (STREAMING.includes(name)) return kind === 'kafka' || kind === 'kinesis';
  if (kind !== 'objectStorage') return false;
  return !CONTINUOUS.includes(name) || continuous;
}
