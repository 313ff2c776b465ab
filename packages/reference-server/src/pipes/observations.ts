import type { PipeMetrics, PipeRejectedRow, PipeSchema, Readable } from '@penstock/contract';
import type { MovedData, PipeRuntime } from '@penstock/engine';
import { type ErrorEntry, notImplemented } from '@penstock/server';
import {
  type Cursors,
  listName,
  type Page,
  type PageRequest,
  readPageOfSmallItems,
} from '../stack/base/page.ts';
import { rejectInvalid } from '../stack/base/problems.ts';
import type { DatabaseOwners } from '../storage/database-owners.ts';
import type { DiscoverySource } from './pipe.ts';
import { checkSource, defineSource } from './plan.ts';
import type { PipeService } from './service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LONGEST_MS = 24 * HOUR_MS;
const NOTHING: MovedData = { rows: 0, bytes: 0, batches: 0, errors: 0 };

/** The range of minutes that a request selects. */
interface MetricsQuery {
  readonly since?: string;
  readonly until?: string;
}

/** A page of rejected rows, and whether the server moves no data. */
interface RejectedRows extends Page<Readable<PipeRejectedRow>> {
  readonly simulated: boolean;
}

/** What the runtime knows about sources and pipes (D-72, D-73, D-74). */
export interface PipeObservations {
  discover(source: DiscoverySource): Promise<Readable<PipeSchema>>;
  metrics(serviceId: string, pipeId: string, query: MetricsQuery): Promise<Readable<PipeMetrics>>;
  errors(serviceId: string, pipeId: string, query: PageRequest): Promise<RejectedRows>;
}

export function pipeObservations(
  pipes: Pick<PipeService, 'get'>,
  runtime: PipeRuntime,
  cursors: Cursors,
  { prefixOf }: Pick<DatabaseOwners, 'prefixOf'>,
): PipeObservations {
  return {
    async discover(source) {
      rejectInvalid(checkSource(source));
      if (runtime.simulated) return notImplemented('discoverPipeSchema').discoverPipeSchema();
      return runtime.discoverSchema(defineSource(source));
    },

    async metrics(serviceId, pipeId, query) {
      const { pipe } = await pipes.get(serviceId, pipeId);
      const { since, until } = minutesOf(query, Date.now());
      const measured = { id: pipe.id, definition: pipe };
      const { minutes, ...metrics } = await runtime.readMetrics(measured, since, until);
      const starts = Array.from(
        { length: (until - since) / MINUTE_MS },
        (_, index) => since + index * MINUTE_MS,
      );
      return {
        simulated: runtime.simulated,
        since: timestamp(since),
        until: timestamp(until),
        ...metrics,
        minutes: starts.map((start) => ({ startTime: timestamp(start), ...(minutes.get(start) ?? NOTHING) })),
      };
    },

    async errors(serviceId, pipeId, query) {
      const { pipe } = await pipes.get(serviceId, pipeId);
      const described = { id: pipe.id, definition: pipe, databasePrefix: await prefixOf(serviceId) };
      const list = listName('pipe-errors', serviceId, { pipeId });
      const page = await readPageOfSmallItems(cursors, list, query, (limit, beforeId) =>
        runtime.readRejectedRows(described, limit, beforeId),
      );
      return { ...page, simulated: runtime.simulated };
    },
  };
}

/** The whole minutes of a range; the last hour if the request selects none (D-73). */
function minutesOf(query: MetricsQuery, now: number): { since: number; until: number } {
  const until = Math.ceil(parsed(query.until, now) / MINUTE_MS) * MINUTE_MS;
  const since = Math.floor(parsed(query.since, until - HOUR_MS) / MINUTE_MS) * MINUTE_MS;
  const isInOrder = since < until;
  const isBounded = until - since <= LONGEST_MS;
  if (!isInOrder || !isBounded) rejectInvalid([outOfRange(isInOrder)]);
  return { since, until };
}

function outOfRange(isInOrder: boolean): ErrorEntry {
  const message = isInOrder ? 'must be at most 24 hours before until' : 'must be before until';
  return { parameter: 'since', code: 'out_of_range', message };
}

/** RFC 3339 allows a leap second, and `Date` does not. */
function parsed(text: string | undefined, otherwise: number): number {
  return text === undefined ? otherwise : Date.parse(text.replace(/:60(?=[.Zz+-])/, ':59'));
}

function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
