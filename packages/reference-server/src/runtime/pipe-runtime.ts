import type { PipeDefinition, PipeSecrets, PipeState } from './pipe.ts';

/** What a runtime needs to know of a pipe to work for it. */
export interface RuntimePipe {
  readonly id: string;
  readonly state: PipeState;
  readonly definition: PipeDefinition;
  readonly secrets: PipeSecrets;
  /** Grows each time another process takes the pipe over: an engine can refuse calls with a smaller one than it has seen. */
  readonly fence: number;
}

/** Whether rows of the source fit the columns, and if not, at which places of the definition (D-27). */
export interface SampleVerdict {
  /** False if no row was read, whatever the reason; the caller says so in its log. */
  readonly read: boolean;
  readonly misfits: readonly { readonly pointer: string; readonly message: string }[];
}

/**
 * The engine that moves the data of pipes. The reconciler calls it, in one process at a time for a pipe; samples are read
 * for the API.
 *
 * It knows states, not commands: it does the work of the state that a pipe is in, and the life cycle says what follows.
 */
export interface PipeRuntime {
  readonly name: string;
  /**
   * Does the work of the state of the pipe and resolves when the next state is reached: for `Provisioning` that the pipe
   * is set up, for `Stopping` that nothing moves any more. It may be called again for the same state, after a crash
   * or a change, and then carries on.
   *
   * @throws whatever keeps the pipe from getting there. It is tried again with growing pauses, and after some attempts
   * the pipe is `Failed` with that message.
   */
  reachNextState(pipe: RuntimePipe, signal: AbortSignal): Promise<void>;
  /**
   * Lets go of a pipe that was deleted: nothing moves any more and nothing is kept. It may be called again for
   * the same pipe, and for one that it never knew.
   */
  release(pipe: RuntimePipe): Promise<void>;
  /** Reads a few rows from the source and holds them against the columns. */
  readSample(pipe: Omit<RuntimePipe, 'state' | 'fence'>): Promise<SampleVerdict>;
}
