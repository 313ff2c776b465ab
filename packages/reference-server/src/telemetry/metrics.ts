import type { RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { FinishedRequest } from './finished-requests.ts';

/** What is measured, for Prometheus. Every label has few values, all of them from the contract or from this code. */
export interface Metrics {
  requestFinished(request: FinishedRequest): void;
  /** One turn of the runtime for one pipe is over. */
  pipeStepFinished(outcome: PipeStepOutcome, seconds: number): void;
  /** `/metrics`; needs no credentials. */
  readonly handler: RequestHandler;
}

/** `abandoned`: the pipe was changed, or this process stops. */
type PipeStepOutcome = 'reached' | 'failed' | 'abandoned';

/** Numbers that are looked up when somebody asks for the metrics. */
export interface MetricSources {
  pipes(): Promise<PipeNumbers>;
  /** Undefined for the embedded database, which has one connection. */
  pool?(): PoolNumbers;
}

export interface PipeNumbers {
  readonly byState: Readonly<Record<string, number>>;
  /** Since when the pipe that has waited longest for the reconciler has been waiting; null if none waits. */
  readonly waitingSince: Date | null;
}

/** Connections of the database pool. */
interface PoolNumbers {
  readonly busy: number;
  readonly idle: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
}

/** From 1 ms, which a read takes, to 10 s, after which a request is cut off. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counting all pipes is not free, and `/metrics` is open: numbers are at most this old. */
const NUMBERS_MS = 5_000;

export function createMetrics(sources: MetricSources): Metrics {
  const register = new Registry();
  const registers = [register];
  const requests = new Counter({
    name: 'penstock_http_requests_total',
    help: 'Requests that are over. "none": no operation has this path and method. "aborted": the client went away.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'penstock_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer.',
    labelNames: ['operation'],
    buckets: SECONDS,
    registers,
  });
  const steps = new Histogram({
    name: 'penstock_reconciler_step_duration_seconds',
    help: 'One step of a pipe towards the state that it is to reach, by outcome. "failed" is tried again, or leaves the pipe Failed.',
    labelNames: ['outcome'],
    buckets: [...SECONDS, 60, 600],
    registers,
  });
  for (const outcome of ['reached', 'failed', 'abandoned'] satisfies PipeStepOutcome[])
    steps.zero({ outcome });
  collectDefaultMetrics({ register });
  registerPipes(registers, sources);
  if (sources.pool !== undefined) registerPool(registers, sources.pool);
  return {
    requestFinished({ requestId, operationId = 'none', status = 'aborted', seconds }) {
      // Outside of the contract there are no operations to tell apart.
      if (requestId === undefined) return;
      requests.inc({ operation: operationId, status });
      durations.observe({ operation: operationId }, seconds);
    },
    pipeStepFinished: (outcome, seconds) => steps.observe({ outcome }, seconds),
    async handler(_request, response) {
      response.type(register.contentType).send(await register.metrics());
    },
  };
}

function registerPipes(registers: Registry[], sources: MetricSources): void {
  const numbers = remembered(() => sources.pipes().catch(() => undefined));
  new Gauge({
    name: 'penstock_pipes',
    help: 'Pipes in the database by state. Every process reports all of them: take the maximum, not the sum.',
    labelNames: ['state'],
    registers,
    async collect() {
      // What is not known while the database is away is left out, not reported as none.
      this.reset();
      for (const [state, count] of Object.entries((await numbers())?.byState ?? {}))
        this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'penstock_reconciler_lag_seconds',
    help: 'How long the pipe that has waited longest has been waiting for its next state.',
    registers,
    async collect() {
      this.reset();
      const known = await numbers();
      if (known === undefined) return this.remove();
      const since = known.waitingSince?.getTime() ?? Date.now();
      this.set(Math.max(0, Date.now() - since) / 1000);
    },
  });
}

function registerPool(registers: Registry[], pool: () => PoolNumbers): void {
  new Gauge({
    name: 'penstock_database_pool_connections',
    help: 'Connections to the database that this process holds, and queries that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
    },
  });
}

/** Asks once for all who ask within a while. */
function remembered<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let [asked, answer]: [number, Promise<Value> | undefined] = [0, undefined];
  return () => {
    const now = performance.now();
    if (answer === undefined || now - asked > NUMBERS_MS) [asked, answer] = [now, ask()];
    return answer;
  };
}
