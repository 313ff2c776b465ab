import type { PipeFailure as ContractFailure, Pipe, PipeSource, Readable } from '@penstock/contract';

/** The states of a pipe (D-28). The set of the contract is open; this server has these. */
export type PipeState =
  | 'Provisioning'
  | 'Setup'
  | 'Snapshot'
  | 'Running'
  | 'Degraded'
  | 'Stopping'
  | 'Stopped'
  | 'Pausing'
  | 'Paused'
  | 'Modifying'
  | 'Resync'
  | 'Completed'
  | 'Failed';

/** Everything that the owner of a pipe decided and that may be returned. */
export type PipeDefinition = Pick<
  Readable<Pipe>,
  'name' | 'scaling' | 'source' | 'destination' | 'fieldMappings' | 'settings'
>;

/** Why a pipe failed, and when that was noticed (D-70). */
export type PipeFailure = Readable<ContractFailure>;

/** Everything about a pipe that may never be returned (D-22). */
export interface PipeSecrets {
  /** Without a password for Postgres pipes that authenticate with a role. */
  readonly credentials?: { readonly username: string; readonly password?: string };
  readonly accessKey?: { readonly accessKeyId: string; readonly secretKey: string };
  readonly schemaRegistryCredentials?: { readonly username: string; readonly password: string };
  readonly clientCertificate?: { readonly certificate: string; readonly privateKey: string };
  /** The complete connection string; the definition of an object storage pipe contains it masked. */
  readonly connectionString?: string;
}

/** The requested pipe: its definition and its secrets. */
export interface PipePlan {
  readonly definition: PipeDefinition;
  readonly secrets: PipeSecrets;
}

/** A source with its secrets, without a pipe. */
export interface PipeSourcePlan {
  readonly source: PipeDefinition['source'];
  readonly secrets: PipeSecrets;
}

export type SourceKind = 'kafka' | 'objectStorage' | 'kinesis' | 'postgres';

export const SOURCE_KINDS: readonly SourceKind[] = ['kafka', 'objectStorage', 'kinesis', 'postgres'];

/** The one kind of source that a pipe has (D-24). */
export function kindOf(source: Readable<PipeSource>): SourceKind {
  const kind = SOURCE_KINDS.find((candidate) => source[candidate] !== undefined);
  if (kind === undefined) throw new Error('A stored pipe has no source.');
  return kind;
}
