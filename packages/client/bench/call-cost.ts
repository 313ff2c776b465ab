import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The CPU time per call in microseconds, and the ratio of the client to bare `fetch`. */
export interface CallCost {
  bare: number;
  client: number;
  ratio: number;
}

/** Measures in a separate process, with the server in another one, so that only the CPU time of the caller counts. */
export async function measureCallCost(rounds: number): Promise<CallCost> {
  const server = fork(join(import.meta.dirname, 'call-cost-server.ts'));
  try {
    const [url] = (await once(server, 'message')) as [string];
    const caller = fork(join(import.meta.dirname, 'call-cost-caller.ts'), [url, String(rounds)]);
    const [cost] = (await once(caller, 'message')) as [CallCost];
    return cost;
  } finally {
    server.kill();
  }
}
