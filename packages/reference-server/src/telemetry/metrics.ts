import type { MovedData } from '@penstock/engine';
import type { RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { FinishedRequest } from './finished-requests.ts';
import { requestMetrics } from './request-metrics.ts';

/** Metrics for Prometheus. Labels have few values, from the contract or from this code, and the ids of a limited number of pipes. */
export interface Metrics {
  requestFinished(request: FinishedRequest): void;
  /** The runtime finished one step of one pipe. */
  pipeStepFinished(outcome: PipeStepOutcome, seconds: number): void;
  /** `/metrics`; needs no credentials. */
  readonly handler: RequestHandler;
}

/** `abandoned`: the pipe was changed, or this process is stopping. */
type PipeStepOutcome = 'reached' | 'failed' | 'abandoned';

/** Numbers that are read when the metrics are requested. */
export interface MetricSources {
  pipes(): Promise<PipeNumbers>;
  engine(): Promise<EngineNumbers>;
  /** Undefined for the embedded database, which has one connection. */
  pool?(): PoolNumbers;
}

export interface PipeNumbers {
  readonly byState: Readonly<Record<string, number>>;
  /** The time since which the longest-waiting pipe waits for the reconciler; null if none waits. */
  readonly waitingSince: Date | null;
  /** A limited number of them, so that the number of series is limited. */
  readonly byPipe: readonly MovedByPipe[];
  /** Whether `byPipe` contains every pipe that moved anything. */
  readonly isComplete: boolean;
}

/** What a pipe has moved since its creation, and how far it is behind its source. */
export interface MovedByPipe {
  readonly pipe: string;
  readonly service: string;
  readonly moved: MovedData;
  readonly lagSeconds: number | null;
  /** The rows that were not moved yet, by part of the source. */
  readonly lagByPart: readonly (readonly [part: string, rows: number])[];
}

/** The engine for data, and whether it is ready. */
interface EngineNumbers {
  readonly engine: string;
  readonly state: string;
  readonly location?: string | undefined;
  readonly version?: string | undefined;
  readonly restarts: number;
}

/** Connections of the database pool. */
interface PoolNumbers {
  readonly busy: number;
  readonly idle: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
}

/** From 1 ms, the time of a read, to 10 s, the time limit of a request. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counting all pipes is not free, and `/metrics` needs no credentials, so numbers are cached this long. */
const NUMBERS_MS = 5_000;

export function createMetrics(sources: MetricSources): Metrics {
  const register = new Registry();
  const registers = [register];
  const requestFinished = requestMetrics(registers, SECONDS);
  const steps = new Histogram({
    name: 'penstock_reconciler_step_duration_seconds',
    help: 'Time of one step of a pipe, by outcome. "failed" steps are retried, or leave the pipe in the state Failed.',
    labelNames: ['outcome'],
    buckets: [...SECONDS, 60, 600],
    registers,
  });
  for (const outcome of ['reached', 'failed', 'abandoned'] satisfies PipeStepOutcome[])
    steps.zero({ outcome });
  collectDefaultMetrics({ register });
  const numbers = cached(() => sources.pipes().catch(() => undefined));
  registerPipes(registers, numbers);
  registerMovedData(registers, numbers);
  registerEngine(registers, sources.engine);
  if (sources.pool !== undefined) registerPool(registers, sources.pool);
  return {
    requestFinished,
    pipeStepFinished: (outcome, seconds) => steps.observe({ outcome }, seconds),
    async handler(_request, response) {
      response.type(register.contentType).send(await register.metrics());
    },
  };
}

type ReadNumbers = () => Promise<PipeNumbers | undefined>;

function registerPipes(registers: Registry[], numbers: ReadNumbers): void {
  new Gauge({
    name: 'penstock_pipes',
    help: 'Pipes in the database by state. Every process reports all of them: take the maximum, not the sum.',
    labelNames: ['state'],
    registers,
    async collect() {
      // Without the database the numbers are unknown, and are omitted rather than reported as 0.
      this.reset();
      for (const [state, count] of Object.entries((await numbers())?.byState ?? {}))
        this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'penstock_reconciler_lag_seconds',
    help: 'Waiting time of the pipe that has waited longest for its next state.',
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

const MOVED = {
  rows: 'Rows in the table',
  bytes: 'Bytes of the source that were read',
  batches: 'Batches in the table',
  errors: 'Rows that did not fit, which are in the errors table',
} as const;

const EVERYWHERE = 'Every process reports the same: take the maximum.';

/** Values come from the database at each request, so a deleted pipe leaves no series behind. */
function registerMovedData(registers: Registry[], numbers: ReadNumbers): void {
  const labelNames = ['pipe', 'service'];
  for (const [name, help] of Object.entries(MOVED))
    new Counter({
      name: `penstock_pipe_${name}_total`,
      help: `${help}, by pipe, since its creation. ${EVERYWHERE}`,
      labelNames,
      registers,
      async collect() {
        this.reset();
        for (const { pipe, service, moved } of (await numbers())?.byPipe ?? [])
          this.inc({ pipe, service }, moved[name as keyof typeof MOVED]);
      },
    });
  new Gauge({
    name: 'penstock_pipe_lag_seconds',
    help: `The age of the newest row that was not moved yet, by pipe. ${EVERYWHERE}`,
    labelNames,
    registers,
    async collect() {
      this.reset();
      for (const { pipe, service, lagSeconds } of (await numbers())?.byPipe ?? [])
        if (lagSeconds !== null) this.set({ pipe, service }, lagSeconds);
    },
  });
  new Gauge({
    name: 'penstock_pipe_lag_rows',
    help: `Rows that were not moved yet, by part of the source; of each pipe the 100 parts with most of them. ${EVERYWHERE}`,
    labelNames: [...labelNames, 'part'],
    registers,
    async collect() {
      this.reset();
      for (const { pipe, service, lagByPart } of (await numbers())?.byPipe ?? [])
        for (const [part, rows] of lagByPart) this.set({ pipe, service, part }, rows);
    },
  });
  new Gauge({
    name: 'penstock_pipe_series_complete',
    help: 'Whether every pipe has series of its own: 1, or 0 if there are more than 1,000 and only the oldest ones do.',
    registers,
    async collect() {
      this.set((await numbers())?.isComplete === false ? 0 : 1);
    },
  });
}

function registerEngine(registers: Registry[], read: () => Promise<EngineNumbers>): void {
  new Gauge({
    name: 'penstock_engine_ready',
    help: 'Whether the engine accepts statements: 1 or 0. A simulated engine accepts none.',
    labelNames: ['engine', 'version', 'location'],
    registers,
    async collect() {
      this.reset();
      const { engine, state, version = 'unknown', location = 'none' } = await read();
      this.set({ engine, version, location }, state === 'ready' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'penstock_engine_restarts',
    help: 'How often this process has started the embedded engine again.',
    registers,
    async collect() {
      this.set((await read()).restarts);
    },
  });
}

function registerPool(registers: Registry[], pool: () => PoolNumbers): void {
  new Gauge({
    name: 'penstock_database_pool_connections',
    help: 'Database connections of this process, and queries that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
    },
  });
}

/** Caches a value for a short time. */
function cached<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let [readAt, value]: [number, Promise<Value> | undefined] = [0, undefined];
  return () => {
    const now = performance.now();
    if (value === undefined || now - readAt > NUMBERS_MS) [readAt, value] = [now, read()];
    return value;
  };
}
