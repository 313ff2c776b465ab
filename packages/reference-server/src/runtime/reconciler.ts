import type { Logger } from '@penstock/server';
import { completesInitialization, hasWork, lifeCycleOf, nextState } from '../pipes/life-cycle.ts';
import type { PipeRecord } from '../pipes/pipe.ts';
import type { PipeRepository } from '../pipes/repository.ts';
import type { PipeRuntime } from './pipe-runtime.ts';

/** Brings every pipe from where it is to where its state leads, through the runtime. */
export interface Reconciler {
  /** Takes up all work that is left over from before, for example from before a crash. */
  start(): Promise<void>;
  /** Looks at a pipe anew; work for what it was before is given up. */
  wake(pipeId: string): void;
  /** Gives up all work and waits until nothing is under way. What was begun goes on after the next start. */
  stop(): Promise<void>;
}

interface Work {
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

export function createReconciler(
  repository: PipeRepository,
  runtime: PipeRuntime,
  logger: Logger,
): Reconciler {
  const working = new Map<string, Work>();
  let stopped = false;

  const wake = (pipeId: string) => {
    if (stopped) return;
    const before = working.get(pipeId);
    before?.abort.abort();
    const abort = new AbortController();
    // One step at a time for one pipe: the work before has let go before the next begins.
    const done = (before?.done ?? Promise.resolve())
      .then(() => drive(pipeId, abort.signal))
      .catch((error: unknown) =>
        logger.error({ pipeId, err: error }, 'The reconciler could not store the state of a pipe'),
      )
      .finally(() => {
        if (working.get(pipeId)?.abort === abort) working.delete(pipeId);
      });
    working.set(pipeId, { abort, done });
  };

  const drive = async (pipeId: string, signal: AbortSignal) => {
    while (!signal.aborted) {
      const pipe = await repository.findById(pipeId);
      if (pipe === undefined || !(await step(pipe, signal))) return;
    }
  };

  /** One state further; false if there is nothing more to do. */
  const step = async (pipe: PipeRecord, signal: AbortSignal): Promise<boolean> => {
    const next = nextState(pipe.state, lifeCycleOf(pipe.definition), pipe.initialized);
    if (next === undefined) return false;
    const failure = await failureOf(pipe, signal);
    if (signal.aborted) return false;
    const state = failure === null ? next : 'Failed';
    const initialized = pipe.initialized || completesInitialization(state);
    const settled = await repository.settle(pipe, state, {
      initialized,
      working: hasWork({ ...pipe, state, initialized }),
      failure,
      at: new Date().toISOString(),
    });
    if (settled)
      logger.info(
        { pipeId: pipe.id, from: pipe.state, to: state, runtime: runtime.name },
        'A pipe changed its state',
      );
    return true;
  };

  const failureOf = async (pipe: PipeRecord, signal: AbortSignal): Promise<string | null> => {
    try {
      await runtime.reachNextState(pipe, signal);
      return null;
    } catch (error) {
      if (signal.aborted) return null;
      logger.warn({ pipeId: pipe.id, state: pipe.state, err: error }, 'A pipe failed');
      return error instanceof Error ? error.message : String(error);
    }
  };

  return {
    async start() {
      for (const pipeId of await repository.idsAtWork()) wake(pipeId);
    },
    wake,
    async stop() {
      stopped = true;
      for (const { abort } of working.values()) abort.abort();
      await Promise.all([...working.values()].map((work) => work.done));
    },
  };
}
