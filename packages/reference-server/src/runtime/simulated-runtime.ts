import { setTimeout } from 'node:timers/promises';
import { deliveryGuaranteeOf, type PipeRuntime } from '@penstock/engine';

/**
 * A runtime that MOVES NO DATA. A pipe stays in each transient state for `stepMs` milliseconds, so clients observe the
 * states of a real engine. It opens no connections, ignores credentials, accepts every sample without reading it, and
 * reports no failures.
 */
export function simulatedRuntime(stepMs: number): PipeRuntime {
  return {
    name: 'SimulatedRuntime',
    simulated: true,
    reachNextState: (_pipe, signal) => setTimeout(stepMs, {}, { signal }),
    release: async () => {},
    checkDefinition: async () => [],
    readSample: async () => ({ read: false, errors: [] }),
    discoverSchema: async () => {
      throw new Error('A simulated runtime reads no source.');
    },
    deliveryGuarantee: deliveryGuaranteeOf,
    readMetrics: async () => ({ total: { rows: 0, bytes: 0, batches: 0, errors: 0 }, minutes: new Map() }),
    readRejectedRows: async () => [],
  };
}
