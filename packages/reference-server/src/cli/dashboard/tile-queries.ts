import type { Dashboard, TileQuery, TileResult } from '@penstock/client';
import type { ApiAccess } from './api-access.ts';
import { problemOf } from './call-problem.ts';

/** The response to the query of a tile, or the error with its sentences. */
export type TileResponse =
  | { readonly result: TileResult }
  | { readonly error: unknown; readonly problem: string };

/** So many requests run at once. */
const CONCURRENT = 8;

/** Queries all tiles that have data. Each response is reported when it arrives; an error of one does not stop the others. */
export async function queryTiles(
  api: ApiAccess,
  { id, tiles }: Dashboard,
  body: TileQuery,
  signal: AbortSignal,
  report: (tileId: string, response: TileResponse) => void,
): Promise<void> {
  const queue = tiles.filter(({ config }) => config.displayType !== 'markdown').values();
  const work = async () => {
    for (const tile of queue) report(tile.id, await queryTile(api, id, tile.id, body, signal));
  };
  await Promise.all(Array.from({ length: CONCURRENT }, work));
}

async function queryTile(
  api: ApiAccess,
  dashboardId: string,
  tileId: string,
  body: TileQuery,
  signal: AbortSignal,
): Promise<TileResponse> {
  try {
    return { result: await api.dashboards.queryTile(dashboardId, tileId, body, { signal }) };
  } catch (error) {
    return { error, problem: problemOf(error, api, signal) };
  }
}
