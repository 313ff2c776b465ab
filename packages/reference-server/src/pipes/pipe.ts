import type {
  Pipe,
  PipeCreate,
  PipeScalingUpdate,
  PipeSource,
  PipeUpdate,
  Readable,
  Writable,
} from '@penstock/contract';
import type { PipeState } from './life-cycle.ts';

/** A pipe as answers show it, credentials left out. */
export type PipeView = Readable<Pipe>;
export type PipeCreateBody = Writable<PipeCreate>;
export type PipeUpdateBody = Writable<PipeUpdate>;
export type PipeScalingBody = Writable<PipeScalingUpdate>;

/** Everything about a pipe that its owner decided and that may be returned. */
export type PipeDefinition = Pick<
  PipeView,
  'name' | 'scaling' | 'source' | 'destination' | 'fieldMappings' | 'settings'
>;

/** Everything about a pipe that may never be returned (D-22). */
export interface PipeSecrets {
  readonly credentials?: { readonly username: string; readonly password: string };
  readonly accessKey?: { readonly accessKeyId: string; readonly secretKey: string };
  readonly schemaRegistryCredentials?: { readonly username: string; readonly password: string };
  /** The whole connection string; the definition holds it masked. */
  readonly connectionString?: string;
}

/** What a person asked for: the definition and the secrets that belong to it. */
export interface PipePlan {
  readonly definition: PipeDefinition;
  readonly secrets: PipeSecrets;
}

/** A pipe as it is stored, without its secrets: all that it takes to show one. */
export interface PipeRecord {
  readonly id: string;
  readonly serviceId: string;
  readonly definition: PipeDefinition;
  /** What answers show: where the last command led, and from there what was observed. */
  readonly state: PipeState;
  /** Where it is to settle. Its owner's wishes change it, the reconciler does not. */
  readonly desiredState: PipeState;
  /** What the runtime has reached last, if anything. The reconciler changes it, nobody else does. */
  readonly observedState: PipeState | null;
  /** Whether the creation path was walked to its end. */
  readonly initialized: boolean;
  /** Grows whenever work that is under way becomes obsolete. */
  readonly generation: number;
  /** Why the pipe is `Failed`, or why the last attempt to bring it further did not. */
  readonly failure: string | null;
  /** Grows with every change; the ETag (D-11). */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A pipe with its secrets: what it takes to change one, or to work for it. */
export interface PipeWithSecrets extends PipeRecord, PipePlan {}

export type SourceKind = 'kafka' | 'objectStorage' | 'kinesis' | 'postgres';

export const SOURCE_KINDS: readonly SourceKind[] = ['kafka', 'objectStorage', 'kinesis', 'postgres'];

/** The one kind that a source has (D-24). */
export function kindOf(source: Readable<PipeSource>): SourceKind {
  const kind = SOURCE_KINDS.find((candidate) => source[candidate] !== undefined);
  if (kind === undefined) throw new Error('A stored pipe has no source.');
  return kind;
}

/** The pipe as the contract shows it. */
export function viewOf(pipe: PipeRecord): PipeView {
  return {
    id: pipe.id,
    serviceId: pipe.serviceId,
    state: pipe.state,
    ...pipe.definition,
    createdAt: pipe.createdAt,
    updatedAt: pipe.updatedAt,
  };
}
