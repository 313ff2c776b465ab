import { median } from '@penstock/bench/median';
import { timedRounds } from '@penstock/bench/timed-rounds';
import type { Query } from '@penstock/engine';
import type { QueryServer } from './query-server.ts';
import { HOUR, TILES } from './query-tiles.ts';
import { statementOfSearch, statementOfTile } from './recorded-statements.ts';

const PAGE = 100;

export interface RequestOverhead {
  readonly name: string;
  /** From the request to the end of the response. */
  readonly requestMs: number;
  /** The same for the statement of the request alone, at the same engine. */
  readonly statementMs: number;
  /** The median of what requests take beyond their statements. */
  readonly overheadMs: number;
  /** CPU time of the server per request. */
  readonly cpuMs: number;
}

/** Sends requests and their statements in turns. */
export async function measureRequestOverheads(
  server: QueryServer,
  turns: number,
): Promise<RequestOverhead[]> {
  const [line, , quantile] = TILES;
  if (line === undefined || quantile === undefined) throw new Error('There are not enough tiles.');
  const { id: sourceId } = server.logs as { id: string };
  const series = async ({ name, config }: (typeof TILES)[number]) => {
    const { displayType: _, select, ...chart } = config as { displayType: string; select: object[] };
    const body = { ...HOUR, ...chart, sourceId, series: select, granularity: '30s' };
    return { name, path: '/charts/series', body, statement: await statementOfTile(server, config) };
  };
  const search = {
    name: `last ${PAGE} rows of a search`,
    path: '/search',
    body: { ...HOUR, sourceId, limit: PAGE },
    statement: await statementOfSearch(server, PAGE),
  };
  const overheads: RequestOverhead[] = [];
  for (const request of [await series(line), await series(quantile), search])
    overheads.push({ name: request.name, ...(await inTurns(server, request, turns)) });
  return overheads;
}

interface Measured {
  readonly path: string;
  readonly body: object;
  readonly statement: Query;
}

async function inTurns(server: QueryServer, { path, body, statement }: Measured, turns: number) {
  const request = () => server.call(path, body);
  const run = () => server.engine.query(statement);
  await Promise.all([request(), run()]);
  const taken: { requestMs: number; statementMs: number }[] = [];
  const before = server.process.cpuMs();
  for (const _ of timedRounds(turns))
    taken.push({ requestMs: await timed(request), statementMs: await timed(run) });
  return {
    requestMs: median(taken.map(({ requestMs }) => requestMs)),
    statementMs: median(taken.map(({ statementMs }) => statementMs)),
    overheadMs: median(taken.map(({ requestMs, statementMs }) => requestMs - statementMs)),
    cpuMs: (server.process.cpuMs() - before) / taken.length,
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
