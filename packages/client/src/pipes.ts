import type { PipeState } from '@penstock/contract';
import type { Connection } from './connection.ts';
import { nameErrors, PenstockError } from './errors.ts';
import {
  createPipes as createPipeOperations,
  type Pipes as PipeOperations,
  type ServiceScope,
} from './generated/management.ts';
import type { Pipe } from './generated/models.ts';
import { type WaitTimes, waitForState } from './wait-for-state.ts';

export interface WaitOptions extends WaitTimes<Pipe> {
  /** The states that end the wait with `pipe_failed`. Default: `['Failed']`. */
  readonly failureStates?: readonly PipeState[] | undefined;
}

/** The pipes of a service. */
export interface Pipes extends PipeOperations {
  /**
   * Waits until the pipe reaches a state: polls `getPipe` with growing pauses. Rejects with {@link PipeWaitError} if the
   * wait takes too long or the pipe fails, and with the error of {@link Pipes.get} if a request fails. A pipe that was
   * created with `startPaused` reaches `Running` only after a `start`.
   *
   * @example
   * await pipes.waitForState('018f6d2a-7c41-7b0e-9d3f-2f6a1c5e8b34', 'Running', {
   *   onProgress: ({ state }) => console.log(state),
   * });
   */
  waitForState(pipeId: string, state: PipeState, options?: WaitOptions): Promise<Pipe>;
}

/**
 * The pipe did not reach the expected state. `code` is `pipe_failed` if it reached one of the failure states, otherwise
 * `wait_timed_out`.
 */
export class PipeWaitError extends PenstockError<'wait_timed_out' | 'pipe_failed'> {
  /** The last state that the server returned; undefined if it returned none. */
  declare readonly lastState: PipeState | undefined;
  /** Why the pipe is `Failed` or `Degraded`; undefined in all other states. */
  declare readonly failure: Pipe['failure'];

  constructor(code: 'wait_timed_out' | 'pipe_failed', target: PipeState, pipe: Pipe | undefined) {
    const cause = pipe?.failure === undefined ? '' : ` ${pipe.failure.message}`;
    const detail = `The pipe is ${pipe?.state ?? 'unknown'}, not ${target}.${cause}`;
    super(code, detail, { operationId: 'getPipe', method: '', path: '' });
    this.lastState = pipe?.state;
    this.failure = pipe?.failure;
  }
}

nameErrors({ PipeWaitError });

/** Creates the pipes resource of a service. Sends no request. */
export function createPipes(connection: Connection<'management'>, scope: ServiceScope): Pipes {
  const operations = createPipeOperations(connection, scope);
  const wait: Pick<Pipes, 'waitForState'> = {
    waitForState: (pipeId, target, { failureStates = ['Failed'], ...times } = {}) =>
      waitForState((poll) => operations.get(pipeId, poll), {
        ...{ ...times, target, failureStates },
        error: (reason, pipe) =>
          new PipeWaitError(reason === 'failed' ? 'pipe_failed' : 'wait_timed_out', target, pipe),
      }),
  };
  return Object.assign(operations, wait);
}
