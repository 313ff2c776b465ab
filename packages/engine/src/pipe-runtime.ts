import type {
  PipeDeliveryGuarantee,
  PipeFailureCode,
  PipeSchema,
  PipeSnapshot,
  Readable,
} from '@penstock/contract';
import type { PipeDefinition, PipePlan, PipeSecrets, PipeSourcePlan, PipeState } from './pipe.ts';

/** A pipe and the databases that it may use. */
export interface TenantPipe {
  readonly id: string;
  readonly definition: PipeDefinition;
  /** Precedes the names of all databases of the service that owns the pipe. Empty for the service of the first start. */
  readonly databasePrefix: string;
}

/** A pipe as a runtime gets it. */
export interface RuntimePipe extends TenantPipe {
  readonly state: PipeState;
  readonly secrets: PipeSecrets;
  /** Increases each time another process takes over the pipe. An engine can reject calls with a fence below the last one. */
  readonly fence: number;
  /** Increases with each command and change. */
  readonly generation: number;
  /** Which of the readers of the pipe this is, from 0. The first one also does the work of all states in which no data moves. */
  readonly reader: number;
}

/** Why a pipe fails (D-70). */
export interface RuntimeFailure {
  readonly code: PipeFailureCode;
  /** For people. Secrets of the pipe are masked before it is stored. */
  readonly message: string;
  /** Whether retries are useless. */
  readonly isFinal?: boolean;
}

export interface PipeErrorOptions extends ErrorOptions {
  readonly isFinal?: boolean;
}

/** An error with a failure code. Other errors of a runtime are failures of the service itself. */
export class PipeError extends Error {
  override readonly name = 'PipeError';
  readonly code: PipeFailureCode;
  /** Whether retries are useless: the pipe is `Failed` at once. */
  readonly isFinal: boolean;

  constructor(code: PipeFailureCode, message: string, options: PipeErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.isFinal = options.isFinal ?? false;
  }
}

/** Whether rows of the source fit the columns, and which parts of the definition do not (D-27). */
export interface SampleVerdict {
  /** False if no row was read, for any reason; the caller logs that. */
  readonly read: boolean;
  readonly errors: readonly DefinitionError[];
}

/** What a runtime found out about a pipe while it reached the next state. */
export interface ReachedState {
  /** Absent if it was not examined; the previous one then applies. */
  readonly deliveryGuarantee?: PipeDeliveryGuarantee;
}

/** A part of a definition that the engine does not accept. */
export interface DefinitionError {
  readonly pointer: string;
  readonly message: string;
}

/** What a pipe moved in a period. */
export interface MovedData {
  readonly rows: number;
  readonly bytes: number;
  readonly batches: number;
  /** The number of rejected rows. */
  readonly errors: number;
}

/** A stopped or paused pipe. */
export type RestingPipe = PipePlan & Pick<TenantPipe, 'id'>;

/** What the metrics of a pipe depend on. */
type MeasuredPipe = Pick<TenantPipe, 'id' | 'definition'>;

/** The metrics of a pipe (D-73). */
export interface RuntimeMetrics extends SourceMetrics {
  /** Since the creation of the pipe. */
  readonly total: MovedData;
  /** The age of the newest row that was not moved yet; undefined if it is unknown. */
  readonly lagSeconds?: number;
  /** The minutes of the range in which something moved, by their start in milliseconds since the UNIX epoch. */
  readonly minutes: ReadonlyMap<number, MovedData>;
}

/** The metrics that only some kinds of sources have. */
export interface SourceMetrics {
  /** The progress of the last copy of tables. */
  readonly snapshot?: Readable<PipeSnapshot>;
  /** The bytes of its log that a database keeps for the pipe. */
  readonly retainedLogBytes?: number;
}

/** What the source of a pipe at rest keeps for it. */
export interface RestingSource {
  /** As in the metrics. */
  readonly retainedLogBytes: number;
  /** Set if that endangers the source or the pipe. The message stays the same as long as the reason does. */
  readonly warning?: RuntimeFailure;
}

/** A row of the source that the destination did not accept (D-74). */
export interface RejectedRow {
  /** Unique in the pipe; later rows have greater ids. */
  readonly id: string;
  readonly at: string;
  readonly location: string;
  readonly reason: string;
  readonly excerpt?: string;
}

/**
 * The engine that moves the data of pipes. The reconciler calls it, for one reader of a pipe from one process at a time; the API
 * calls it for samples, metrics and rejected rows.
 *
 * It works by state, not by command: it does the work of the current state, and the life cycle defines the next one.
 */
export interface PipeRuntime {
  readonly name: string;
  /** Whether it moves no data. Responses about moved data contain this. */
  readonly simulated: boolean;
  /**
   * Does the work of the state of the pipe, and resolves when the next state is reached: when the pipe is set up for
   * `Provisioning`, when no data moves for `Stopping`. It may be called again for the same state after a crash or a
   * change, and then continues. It calls `moving` each time rows are in a table.
   *
   * @throws Error if the next state cannot be reached. The call is retried with increasing delays; after several attempts
   * the pipe is `Failed` with that message, and with the code of a {@link PipeError}.
   */
  reachNextState(pipe: RuntimePipe, signal: AbortSignal, moving?: () => void): Promise<ReachedState>;
  /**
   * Divides the source of a running pipe between as many readers as the pipe has, and returns their number. Called for the first
   * reader before `move`. A division changes only while no other reader moves data.
   * Undefined for a runtime whose pipes have one reader each.
   */
  readonly divide?: (pipe: RuntimePipe, signal: AbortSignal) => Promise<number>;
  /**
   * Moves the data of one reader of a running pipe, for as long as this process has its lease. Resolves when a pipe that reads once has read
   * everything, and after `signal` is aborted, when no data moves any more: within 10 seconds. It calls `moving` each
   * time a batch is in the table, and each time the source has nothing new.
   * Undefined for a runtime whose running pipes need no process.
   *
   * @throws PipeError if data cannot move now. The caller reports that, waits, and calls again.
   */
  readonly move?: (pipe: RuntimePipe, signal: AbortSignal, moving: () => void) => Promise<void>;
  /**
   * Examines what the source keeps for a stopped or paused pipe; resolves to undefined if that is nothing.
   * Undefined for a runtime whose sources keep nothing.
   *
   * @throws Error if the source cannot be examined now
   */
  readonly examineAtRest?: (pipe: RestingPipe) => Promise<RestingSource | undefined>;
  /**
   * Releases a deleted pipe: no data moves, and no state is kept. It may be called again for the same pipe, and for an
   * unknown one.
   *
   * @throws Error if something of the pipe could not be removed from its source. The call is retried for some time.
   */
  release(pipe: RuntimePipe): Promise<void>;
  /**
   * Checks the parts of a definition that only the engine understands: types, expressions, and what the runtime does not support.
   * It reads no source. Called before a definition is stored.
   */
  checkDefinition(definition: PipeDefinition): Promise<readonly DefinitionError[]>;
  /** Reads some rows from the source and compares them with the columns. */
  readSample(pipe: PipePlan & { readonly id: string }): Promise<SampleVerdict>;
  /** Infers the columns of a source (D-72). A runtime that moves no data is not asked. */
  discoverSchema(plan: PipeSourcePlan): Promise<Readable<PipeSchema>>;
  /** How often a row of such a pipe may arrive, as long as no state was reached that reports it (D-71). */
  deliveryGuarantee(definition: PipeDefinition): PipeDeliveryGuarantee;
  /** What the pipe moved in total, and in the minutes that start in a range; both ends are milliseconds, the second one is excluded. */
  readMetrics(pipe: MeasuredPipe, since: number, until: number): Promise<RuntimeMetrics>;
  /** At most `limit` rejected rows, newest first, before the row `beforeId` if it is given. */
  readRejectedRows(pipe: TenantPipe, limit: number, beforeId: string | undefined): Promise<RejectedRow[]>;
}
