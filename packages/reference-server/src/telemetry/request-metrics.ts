import { Counter, Histogram, type Registry } from 'prom-client';
import type { FinishedRequest } from './finished-requests.ts';

/** One by one, counting takes another 2 % of the CPU time of a GET. */
const BLOCK = 64;

/**
 * Counts and times requests by operation: returns what to call after each request. They are counted in blocks, and the last
 * ones before the metrics are read.
 */
export function requestMetrics(registers: Registry[], buckets: number[]): (request: FinishedRequest) => void {
  const waiting: FinishedRequest[] = [];
  const count = () => {
    for (const { operationId: operation = 'none', status = 'aborted', seconds } of waiting) {
      requests.inc({ operation, status });
      durations.observe({ operation }, seconds);
    }
    waiting.length = 0;
  };
  const requests = new Counter({
    name: 'penstock_http_requests_total',
    help: 'Finished requests. "none": no operation has this path and method. "aborted": the client disconnected.',
    labelNames: ['operation', 'status'],
    registers,
    collect: count,
  });
  const durations = new Histogram({
    name: 'penstock_http_request_duration_seconds',
    help: 'Time from the start of a request to the end of its response.',
    labelNames: ['operation'],
    buckets,
    registers,
    collect: count,
  });
  return (request) => {
    // Requests outside of the contract have no operation.
    if (request.requestId === undefined) return;
    waiting.push(request);
    if (waiting.length === BLOCK) count();
  };
}
