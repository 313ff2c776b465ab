import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { CONTESTANTS, type ContestantName } from './contestants.ts';

/** The process of one contestant. It sends its port, then responds to questions about itself. */

/** CPU time of this process in microseconds, all of its threads. */
export interface UsageReport {
  readonly cpu: number;
}

/** What is still alive after a garbage collection, in bytes. */
export interface MemoryReport {
  readonly heap: number;
}

/** CPU time in microseconds of each request since the last report, if one was under way at a time. */
export interface RequestReport {
  readonly cpu: readonly number[];
}

export type Question = 'usage' | 'memory' | 'requests';

const server = await CONTESTANTS[process.argv[2] as ContestantName].create();
// The load keeps its connections over pauses of the measurement.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
let ofRequests: number[] = [];
const reports = { usage: () => ({ cpu: cpu() }), memory, requests };
process.on('message', async (question: Question) => process.send?.(await reports[question]()));
// The parent is gone or done.
process.on('disconnect', () => process.exit());
process.send?.((server.address() as AddressInfo).port);

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** What was counted so far; from the first time on requests are counted one by one. */
function requests(): RequestReport {
  if (server.listeners('request').length === 1) server.prependListener('request', countRequest);
  const report = { cpu: ofRequests };
  ofRequests = [];
  return report;
}

function countRequest(_request: IncomingMessage, response: ServerResponse): void {
  const begun = cpu();
  response.once('finish', () => ofRequests.push(cpu() - begun));
}

async function memory(): Promise<MemoryReport> {
  // Some things are let go by finalizers, which run between two collections.
  for (let collection = 0; collection < 3; collection++) {
    globalThis.gc?.();
    await pause(20);
  }
  return { heap: process.memoryUsage().heapUsed };
}
