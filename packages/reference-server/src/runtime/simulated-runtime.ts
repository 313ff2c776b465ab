import { setTimeout } from 'node:timers/promises';
import type { PipeRuntime } from './pipe-runtime.ts';

/**
 * A runtime that MOVES NO DATA. A pipe stays in each transient state for `stepMs` milliseconds, so clients observe the
 * states of a real engine. It opens no connections, ignores credentials, and accepts every sample without reading it.
 */
export function simulatedRuntime(stepMs: number): PipeRuntime {
  return {
    name: 'SimulatedRuntime',
    reachNextState: (_pipe, signal) => setTimeout(stepMs, undefined, { signal }),
    release: async () => {},
    readSample: async () => ({ read: false, errors: [] }),
  };
}
