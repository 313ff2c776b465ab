import type { AnswerPromise } from './answer.ts';
import type { Call } from './call.ts';
import type { CallOptions, ChangeOptions, CreateOptions } from './call-options.ts';
import type { Pipe, PipeCreate, PipeState, PipeStateUpdate, PipeUpdate } from './contract-views.ts';
import type { ServiceScope } from './service-scope.ts';
import { type WaitOptions, waitForState } from './wait-for-state.ts';

/** The pipes of a service. */
export interface Pipes {
  /**
   * Creates a pipe and sets it going (operation `createPipe`). The state of the answer is the one of that moment,
   * usually `Provisioning`. Credentials are stored encrypted and never returned.
   */
  create(body: PipeCreate, options?: CreateOptions): AnswerPromise<Pipe>;

  /** Gets one pipe (operation `getPipe`). */
  get(pipeId: string, options?: CallOptions): AnswerPromise<Pipe>;

  /**
   * Changes what the body holds and keeps the rest (operation `updatePipe`, beta). Objects merge by field, arrays
   * replace as a whole, credentials that are left out are kept. A pipe that runs shows `Modifying` until the change has
   * arrived.
   */
  update(pipeId: string, body: PipeUpdate, options?: ChangeOptions): AnswerPromise<Pipe>;

  /**
   * Starts, stops or resyncs a pipe (operation `updatePipeState`). The answer shows the state of that moment, usually a
   * transient one such as `Stopping`. A repeated `resync` is not harmless, since it reads the tables anew.
   */
  updateState(pipeId: string, body: PipeStateUpdate, options?: ChangeOptions): AnswerPromise<Pipe>;

  /**
   * Waits until the pipe is in a state, by `getPipe` with growing pauses. Rejects with {@link PipeWaitError} if that
   * takes too long or the pipe fails, and like {@link Pipes.get} if that does.
   */
  waitForState(pipeId: string, state: PipeState, options?: WaitOptions): Promise<Pipe>;
}

export function createPipes(call: Call, scope: ServiceScope): Pipes {
  const get = (pipeId: string, options?: CallOptions) =>
    call('getPipe', { path: { ...scope, pipeId } }, options);
  return {
    create: (body, options) => call('createPipe', { path: scope, body }, options),
    get,
    update: (pipeId, body, options) => call('updatePipe', { path: { ...scope, pipeId }, body }, options),
    updateState: (pipeId, body, options) =>
      call('updatePipeState', { path: { ...scope, pipeId }, body }, options),
    waitForState: (pipeId, state, options) => waitForState((look) => get(pipeId, look), state, options),
  };
}
