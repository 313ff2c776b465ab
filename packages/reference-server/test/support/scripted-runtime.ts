import type { PipeRuntime, RuntimePipe, SampleVerdict } from '@penstock/engine';
import { simulatedRuntime } from '../../src/runtime/simulated-runtime.ts';

/** A runtime that a test controls: each step ends when the test calls `finish`. */
export interface ScriptedRuntime extends PipeRuntime {
  /** What it was asked to work on last, secrets included. */
  latest(): RuntimePipe | undefined;
  /** The pipes that were released. */
  readonly released: string[];
  /** Lets the work that is under way, or the next, end: well, or with this failure. */
  finish(failure?: Error): void;
}

export function scriptedRuntime(verdict: SampleVerdict = { read: true, errors: [] }): ScriptedRuntime {
  const asked: RuntimePipe[] = [];
  const released: string[] = [];
  const outcomes: (Error | undefined)[] = [];
  let arrived = () => {};
  return {
    ...simulatedRuntime(0),
    name: 'ScriptedRuntime',
    simulated: false,
    released,
    release: async ({ id }) => void released.push(id),
    latest: () => asked.at(-1),
    finish(failure) {
      outcomes.push(failure);
      arrived();
    },
    async reachNextState(pipe, signal) {
      asked.push(pipe);
      while (outcomes.length === 0) {
        signal.throwIfAborted();
        await new Promise<void>((resolve) => {
          arrived = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
      const failure = outcomes.shift();
      if (failure !== undefined) throw failure;
      return {};
    },
    readSample: async () => verdict,
  };
}
