import type { PipeSchema, Readable } from '@penstock/contract';
import type { PipeDefinition, PipeSourcePlan } from '../pipe.ts';
import type { DefinitionError, PipeRuntime, SourceMetrics } from '../pipe-runtime.ts';
import type { Ledger } from '../writer/ledger.ts';
import type { SourceContext } from './source.ts';

/**
 * Does the work of pipes with one kind of source. The calls have the meaning that they have in `PipeRuntime`.
 *
 * Errors of the engine become errors of the destination: only a mover knows the table.
 */
export interface PipeMover extends Pick<PipeRuntime, 'reachNextState' | 'divide' | 'release' | 'readSample'> {
  readonly move: NonNullable<PipeRuntime['move']>;
  /** The parts of a definition that this kind of source does not support, and those that the engine rejects. */
  checkDefinition(definition: PipeDefinition): Promise<readonly DefinitionError[]>;
  /** Metrics that only this kind of source has. */
  readonly readMetrics?: (pipeId: string) => Promise<SourceMetrics>;
  /** Undefined if this kind of source keeps nothing for a pipe at rest. */
  readonly examineAtRest?: NonNullable<PipeRuntime['examineAtRest']>;
  /** Infers the columns of a source (D-72); undefined if this kind has none. */
  readonly discover?: (plan: PipeSourcePlan) => Promise<Readable<PipeSchema>>;
}

/** Parts of the process that movers share. */
export interface MoverContext extends SourceContext {
  readonly ledger: Ledger;
}

/** A kind of source whose pipes fill several tables. */
export interface MoverImplementation {
  readonly mover: (context: MoverContext) => PipeMover;
}
