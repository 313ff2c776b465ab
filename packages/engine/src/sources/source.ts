import type { PipeSchema, Readable } from '@penstock/contract';
import type { DestinationPlan } from '../compile/destination-plan.ts';
import type { PipeDefinition, PipeSecrets, PipeSourcePlan, SourceKind } from '../pipe.ts';
import type { DefinitionError, MovedData, RuntimePipe, SampleVerdict } from '../pipe-runtime.ts';
import type { EnginePort } from '../port/engine-port.ts';
import type { Lag } from '../writer/ledger.ts';
import type { MoverImplementation } from './mover.ts';

/** An opened source of one pipe. Its methods are called one at a time. */
export interface Source {
  /**
   * Checks that the source can be read, before the pipe is `Running`.
   *
   * @throws PipeError
   */
  check(signal: AbortSignal): Promise<void>;
  /**
   * The batches after a position, or after the start that the pipe defines. It ends when everything is read, or when `signal`
   * is aborted. It yields an idle step at least every 10 seconds, as long as the source responds.
   *
   * @throws PipeError
   */
  read(position: string | undefined, signal: AbortSignal): AsyncIterable<SourceBatch | IdleStep>;
  /**
   * The batch of a range again, with exactly the same rows. The range may come from another reader of the pipe.
   *
   * @throws PipeError with the code `position_lost` if they cannot be read any more
   */
  repeat(range: string, signal: AbortSignal): Promise<SourceBatch>;
  /** Called after the position is stored, for tools outside; a failure is not an error of the pipe. */
  stored?(position: string): Promise<void>;
  /** Reads some rows and compares them with the columns (D-27). */
  readSample(signal: AbortSignal): Promise<SampleVerdict>;
  close(): Promise<void>;
}

/** Rows that are inserted together, once. */
export interface SourceBatch {
  readonly kind: 'batch';
  /** JSON that determines the rows of the batch. The token of the insert is derived from it. */
  readonly range: string;
  /** JSON of the position after the batch. */
  readonly position: string;
  readonly lag?: Lag;
  /** Inserts the rows. It may be called again for the same range after a crash, and then inserts nothing twice. */
  write(destination: BatchDestination): Promise<MovedData>;
}

/** The source responds and has nothing new. */
export interface IdleStep {
  readonly kind: 'idle';
  readonly lag?: Lag;
}

/** Where a batch goes. */
export interface BatchDestination {
  readonly engine: EnginePort;
  readonly plan: DestinationPlan;
  readonly pipeId: string;
  /** Identifies the batch. A batch with several inserts appends a suffix that the range determines. */
  readonly token: string;
  readonly signal: AbortSignal;
}

/** What a source needs to know about its pipe. */
export interface SourcePipe extends Pick<RuntimePipe, 'id'> {
  readonly definition: PipeDefinition;
  readonly secrets: PipeSecrets;
  /** The share of the source to read; undefined for all of it. */
  readonly share?: Share;
}

/** The parts of a source that one of several readers reads. */
export interface Share {
  readonly index: number;
  /** The number of readers. */
  readonly count: number;
}

/** Parts of the process that sources share. */
export interface SourceContext {
  readonly engine: EnginePort;
  /** The hosts that sources may have; undefined allows every one that is not link-local. */
  readonly allowedHosts: readonly string[] | undefined;
  /** Reports something about a pipe that is no error, for the log. */
  readonly note: (pipeId: string, message: string) => void;
  /** The newest stored positions of all readers of a pipe, for a reader that has to wait for another one. */
  readonly positions: (pipeId: string) => Promise<readonly string[]>;
}

/** A kind of source whose rows go to one table. */
export interface SourceImplementation {
  readonly open: OpenSource;
  /** The parts of a definition that this source does not support. It connects to nothing. */
  readonly check?: (definition: PipeDefinition) => readonly DefinitionError[];
  /** Present if several readers can read the source, each a share of it. */
  readonly division?: SourceDivision;
  /** Removes what a deleted pipe made at its source. */
  readonly release?: (pipe: RuntimePipe, context: SourceContext) => Promise<void>;
  /** Infers the columns of a source (D-72). */
  readonly discover?: (plan: PipeSourcePlan, context: SourceContext) => Promise<Readable<PipeSchema>>;
}

/**
 * How positions are divided between readers. Which reader owns a part of the source follows from the name of the part and the number
 * of readers alone. The first batch of such a source stores where the pipe starts.
 */
export interface SourceDivision {
  /** The position of all parts, from the positions of all readers. */
  merge(positions: readonly string[]): string;
  /** The position of the parts of a share. */
  take(position: string, share: Share): string;
}

/** The kinds of sources of a runtime. Each is loaded when the first pipe needs it, with its libraries. */
export type Sources = Readonly<
  Partial<Record<SourceKind, () => Promise<SourceImplementation | MoverImplementation>>>
>;

/** Opens a source. It does not connect before the first method is called. */
export type OpenSource = (pipe: SourcePipe, plan: DestinationPlan, context: SourceContext) => Source;
