import {
  kindOf,
  type PipeDefinition,
  type PipePlan,
  type PipeSourcePlan,
  SOURCE_KINDS,
  type SourceKind,
} from '@penstock/engine';
import type { ErrorEntry } from '@penstock/server';
import { notApplicable } from '../stack/base/error-entries.ts';
import { present } from '../stack/base/present.ts';
import { kafka } from './connectors/kafka.ts';
import { kinesis } from './connectors/kinesis.ts';
import { objectStorage } from './connectors/object-storage.ts';
import { checkMappingLists, checkMappings, postgres } from './connectors/postgres.ts';
import type { SourceRules } from './connectors/source.ts';
import { checkDestination, defineDestination } from './destination.ts';
import { mergePatch } from './merge-patch.ts';
import type { DiscoverySource, PipeCreateBody, PipeUpdateBody } from './pipe.ts';
import { checkSettings } from './settings.ts';

/** Postgres pipes have none: the service scales them (D-31). */
export const DEFAULT_SCALING = {
  replicas: 1,
  concurrency: 0,
  replicaCpuMillicores: 250,
  replicaMemoryGb: 1,
};

// The property of the source determines the rules, so they are only known at run time.
type AnyRules = SourceRules<unknown, unknown, unknown>;
/** Names that are derived from the id of a pipe are not used without one. */
const NO_PIPE = '';
const RULES: Readonly<Record<SourceKind, AnyRules>> = {
  kafka: kafka as AnyRules,
  objectStorage: objectStorage as AnyRules,
  kinesis: kinesis as AnyRules,
  postgres: postgres as AnyRules,
};

/** The kinds of source in a body; a pipe has exactly one (D-24). */
export function kindsIn(source: { readonly [Kind in SourceKind]?: unknown } | undefined): SourceKind[] {
  return SOURCE_KINDS.filter((kind) => source?.[kind] !== undefined);
}

/** The kind of a new pipe. The contract requires exactly one source. */
function kindOfBody({ source }: PipeCreateBody): SourceKind {
  return kindsIn(source)[0] as SourceKind;
}

/** The errors of a create request that prevent `definePipe`. */
export function checkCreate(body: PipeCreateBody): ErrorEntry[] {
  return checkSource(body.source);
}

/** The pipe that a create request describes, with defaults, and its secrets separately. */
export function definePipe(body: PipeCreateBody, pipeId: string): PipePlan {
  const kind = kindOfBody(body);
  const { source, secrets } = RULES[kind].define(body.source[kind], pipeId);
  const definition: PipeDefinition = {
    name: body.name,
    ...(kind === 'postgres' ? {} : { scaling: { ...DEFAULT_SCALING, ...body.scaling } }),
    source: { [kind]: source },
    destination: defineDestination(kind, body.destination),
    fieldMappings: body.fieldMappings ?? [],
    settings: present(body.settings ?? {}),
  };
  return { definition, secrets };
}

/** A source that belongs to no pipe, with its secrets (D-72). */
export function defineSource(body: DiscoverySource): PipeSourcePlan {
  const kind = kindsIn(body)[0] as SourceKind;
  const { source, secrets } = RULES[kind].define(body[kind], NO_PIPE);
  return { source: { [kind]: source } as PipeSourcePlan['source'], secrets };
}

/** The errors of the source in a body that the contract does not express. */
export function checkSource(body: DiscoverySource): ErrorEntry[] {
  return checkMappings('/source/postgres/tableMappings', body.postgres?.tableMappings ?? []);
}

/** The errors of an update that depend on the kind of the pipe only. */
export function checkUpdate(kind: SourceKind, body: PipeUpdateBody): ErrorEntry[] {
  const postgresBody = body.source?.postgres;
  return [
    ...(kind === 'postgres' && body.destination?.columns !== undefined
      ? [notApplicable('/destination/columns', 'does not apply to a postgres pipe; remove it')]
      : []),
    ...(postgresBody === undefined ? [] : within('/source/postgres', checkMappingLists(postgresBody))),
  ];
}

/** The pipe after a sparse update (D-23). */
export function changePipe({ definition, secrets }: PipePlan, body: PipeUpdateBody): PipePlan {
  const kind = kindOf(definition.source);
  const changes = body.source?.[kind];
  const changed =
    changes === undefined
      ? { source: definition.source[kind], secrets }
      : RULES[kind].change({ source: definition.source[kind], secrets }, changes);
  return {
    definition: {
      ...definition,
      name: body.name ?? definition.name,
      source: { [kind]: changed.source },
      destination: mergePatch(definition.destination, body.destination ?? {}),
      fieldMappings: body.fieldMappings ?? definition.fieldMappings,
      settings: mergePatch(definition.settings, body.settings ?? {}),
    },
    secrets: changed.secrets,
  };
}

/** The errors of a complete pipe, after a create or an update. */
export function checkPlan({ definition, secrets }: PipePlan): ErrorEntry[] {
  const kind = kindOf(definition.source);
  return [
    ...within(`/source/${kind}`, RULES[kind].check({ source: definition.source[kind], secrets })),
    ...checkDestination(definition.destination, definition.fieldMappings),
    ...within('/settings', checkSettings(definition)),
  ];
}

function within(prefix: string, errors: readonly ErrorEntry[]): ErrorEntry[] {
  return errors.map((entry) => ({ ...entry, pointer: `${prefix}${entry.pointer ?? ''}` }));
}
