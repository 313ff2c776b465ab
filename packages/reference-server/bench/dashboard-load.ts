import { median } from '@penstock/bench/median';
import { cpuSeconds } from '@penstock/bench/process-figures';
import { timedRounds } from '@penstock/bench/timed-rounds';
import type { QueryServer } from './query-server.ts';
import { HOUR, TILES } from './query-tiles.ts';
import { statementOfTile } from './recorded-statements.ts';

const COUNT = 20;

export interface DashboardLoad {
  readonly tiles: number;
  /** From the first request to the last response. */
  readonly requestsMs: number;
  /** The same for the statements of the tiles alone, at the same time. */
  readonly statementsMs: number;
  /** CPU time of server and engine for the requests, and of the engine for the statements. */
  readonly requestsCpuMs: number;
  readonly statementsCpuMs: number;
}

/** Queries all tiles of a dashboard at once, in turns with their statements. */
export async function measureDashboard(server: QueryServer, rounds: number): Promise<DashboardLoad> {
  const configs = Array.from({ length: COUNT }, (_, index) => TILES[index % TILES.length]?.config ?? {});
  const paths = await createDashboard(server, configs);
  const statements = await Promise.all(configs.map((config) => statementOfTile(server, config)));
  const requests = () => Promise.all(paths.map((path) => server.call(path, { ...HOUR, granularity: '30s' })));
  const run = () => Promise.all(statements.map((statement) => server.engine.query(statement)));
  const cpu = () => server.process.cpuMs() + cpuSeconds(server.enginePid) * 1000;
  await requests();
  const taken: Record<'requestsMs' | 'statementsMs' | 'requestsCpuMs' | 'statementsCpuMs', number>[] = [];
  for (const _ of timedRounds(rounds)) {
    const [requestsMs, requestsCpuMs] = await measured(requests, cpu);
    const [statementsMs, statementsCpuMs] = await measured(run, cpu);
    taken.push({ requestsMs, requestsCpuMs, statementsMs, statementsCpuMs });
  }
  const middle = (name: keyof (typeof taken)[number]) => median(taken.map((one) => one[name]));
  return {
    tiles: COUNT,
    requestsMs: middle('requestsMs'),
    statementsMs: middle('statementsMs'),
    requestsCpuMs: middle('requestsCpuMs'),
    statementsCpuMs: middle('statementsCpuMs'),
  };
}

/** Creates a dashboard with tiles, and returns the paths that query them. */
async function createDashboard(server: QueryServer, configs: readonly object[]): Promise<string[]> {
  const { id: sourceId } = server.logs as { id: string };
  const tiles = configs.map((config, y) => ({
    name: `Tile ${y}`,
    ...{ x: 0, y, w: 1, h: 1 },
    config: { sourceId, ...config },
  }));
  const { data } = (await server.call('/dashboards', { name: 'Queries', tiles })).json();
  return data.tiles.map((tile: { id: string }) => `/dashboards/${data.id}/tiles/${tile.id}/query`);
}

async function measured(
  work: () => Promise<unknown>,
  cpu: () => number,
): Promise<[ms: number, cpuMs: number]> {
  const [begun, before] = [performance.now(), cpu()];
  await work();
  return [performance.now() - begun, cpu() - before];
}
