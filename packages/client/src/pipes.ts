import type { PipeState } from '@penstock/contract';
import type { Connection } from './connection.ts';
import {
  createPipes as createPipeOperations,
  type Pipes as PipeOperations,
  type ServiceScope,
} from './generated/management.ts';
import type { Pipe } from './generated/models.ts';
import { type WaitOptions, waitForState } from './wait-for-state.ts';

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

/** Creates the pipes resource of a service. Sends no request. */
export function createPipes(connection: Connection<'management'>, scope: ServiceScope): Pipes {
  const operations = createPipeOperations(connection, scope);
  const wait: Pick<Pipes, 'waitForState'> = {
    waitForState: (pipeId, state, options) =>
      waitForState((poll) => operations.get(pipeId, poll), state, options),
  };
  return Object.assign(operations, wait);
}
