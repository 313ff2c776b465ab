import { setTimeout } from 'node:timers/promises';
import type { PipeRuntime } from './pipe-runtime.ts';

/**
 * A runtime that MOVES NO DATA. It lets a pipe stay in each transient state for `stepMs` milliseconds and then says that
 * the work is done, so that clients meet the states of a real one. It opens no connection and looks at no credential,
 * and it accepts every sample without reading one.
 */
export function simulatedRuntime(stepMs: number): PipeRuntime {
  return {
    name: 'SimulatedRuntime',
    reachNextState: (_pipe, signal) => setTimeout(stepMs, undefined, { signal }),
    release: async () => {},
    readSample: async () => ({ read: false, misfits: [] }),
  };
}
