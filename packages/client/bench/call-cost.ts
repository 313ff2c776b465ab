import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Processor time of a call in microseconds, and how many times as much as a bare `fetch` of the same. */
export interface CallCost {
  bare: number;
  client: number;
  ratio: number;
}

/** Measures in a process of its own against a server in another, so that only the caller's time counts. */
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
