import type { PipeDefinition, PipeSecrets, PipeState } from './pipe.ts';

/** A pipe as a runtime gets it. */
export interface RuntimePipe {
  readonly id: string;
  readonly state: PipeState;
  readonly definition: PipeDefinition;
  readonly secrets: PipeSecrets;
  /** Increases each time another process takes over the pipe. An engine can reject calls with a fence below the last one. */
  readonly fence: number;
}

/** Whether rows of the source fit the columns, and which parts of the definition do not (D-27). */
export interface SampleVerdict {
  /** False if no row was read, for any reason; the caller logs that. */
  readonly read: boolean;
  readonly errors: readonly { readonly pointer: string; readonly message: string }[];
}

/**
 * The engine that moves the data of pipes. The reconciler calls it, for one pipe from one process at a time; the API calls
 * it for samples.
 *
 * It works by state, not by command: it does the work of the current state, and the life cycle defines the next one.
 */
export interface PipeRuntime {
  readonly name: string;
  /**
   * Does the work of the state of the pipe, and resolves when the next state is reached: when the pipe is set up for
   * `Provisioning`, when no data moves for `Stopping`. It may be called again for the same state after a crash or a
   * change, and then continues.
   *
   * @throws Error if the next state cannot be reached. The call is retried with increasing delays; after several attempts
   * the pipe is `Failed` with that message.
   */
  reachNextState(pipe: RuntimePipe, signal: AbortSignal): Promise<void>;
  /**
   * Releases a deleted pipe: no data moves, and no state is kept. It may be called again for the same pipe, and for an
   * unknown one.
   */
  release(pipe: RuntimePipe): Promise<void>;
  /** Reads some rows from the source and compares them with the columns. */
  readSample(pipe: Omit<RuntimePipe, 'state' | 'fence'>): Promise<SampleVerdict>;
}
