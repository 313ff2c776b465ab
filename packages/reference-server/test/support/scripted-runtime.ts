import type { PipeRuntime, ReportPipe, RuntimePipe, RuntimeReport, SampleVerdict } from '@penstock/engine';
import { simulatedRuntime } from '../../src/runtime/simulated-runtime.ts';

/** A runtime that a test controls: each step ends when the test calls `finish`. */
export interface ScriptedRuntime extends PipeRuntime {
  /** What it was asked to work on last, secrets included. */
  latest(): RuntimePipe | undefined;
  /** The pipes that were released. */
  readonly released: string[];
  /** Reports about a pipe, by default the one that it was asked to work on last. */
  report(condition: RuntimeReport, pipe?: RuntimePipe): Promise<void>;
  /** Lets the work that is under way, or the next, end: well, or with this failure. */
  finish(failure?: Error): void;
}

export function scriptedRuntime(verdict: SampleVerdict = { read: true, errors: [] }): ScriptedRuntime {
  const asked: RuntimePipe[] = [];
  const released: string[] = [];
  const outcomes: (Error | undefined)[] = [];
  let arrived = () => {};
  let report: ReportPipe = async () => {};
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
    reportTo(given) {
      report = given;
    },
    async report(condition, pipe = asked.at(-1)) {
      if (pipe !== undefined) await report(pipe, condition);
    },
    readSample: async () => verdict,
  };
}
