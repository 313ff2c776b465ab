import { BadRequestError, type Dashboard, InvalidArgumentError, NotFoundError } from '@penstock/client';
import { table } from '../table.ts';
import type { ApiAccess } from './api-access.ts';
import { printable } from './draw/printable.ts';

/** Errors for a text that no dashboard has as its id, or that cannot be an id. */
const NO_ID = [NotFoundError, BadRequestError, InvalidArgumentError];

/**
 * Returns the dashboard with this id, or else the only one with this name.
 *
 * @throws Error that lists the dashboards if there is none, or several
 */
export async function findDashboard({ dashboards }: ApiAccess, idOrName: string): Promise<Dashboard> {
  const found = await byId(dashboards, idOrName);
  if (found !== undefined) return found;
  const all = await listDashboards({ dashboards });
  const named = all.filter(({ name }) => name === idOrName);
  if (named.length === 1) return named[0] as Dashboard;
  const which = named.length === 0 ? 'No dashboard has' : `${named.length} dashboards have`;
  const text = printable(JSON.stringify(idOrName));
  const what = named.length === 0 ? `the id or the name ${text}` : `the name ${text}`;
  throw new Error(`${which} ${what}. ${describeDashboards(named.length === 0 ? all : named).trimEnd()}`);
}

async function byId(dashboards: ApiAccess['dashboards'], id: string): Promise<Dashboard | undefined> {
  try {
    return await dashboards.get(id);
  } catch (error) {
    if (NO_ID.some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
}

export async function listDashboards({ dashboards }: Pick<ApiAccess, 'dashboards'>): Promise<Dashboard[]> {
  const all: Dashboard[] = [];
  for await (const dashboard of dashboards.list({ limit: 100 })) all.push(dashboard);
  return all;
}

/** The ids and names of dashboards, and what to do with them. */
export function describeDashboards(dashboards: readonly Dashboard[]): string {
  if (dashboards.length === 0) return 'There are no dashboards. Create one with POST /api/v2/dashboards.\n';
  const rows = dashboards.map(({ id, name, tiles }) => [
    id,
    String(tiles.length),
    printable(name).replaceAll('\n', ' '),
  ]);
  return `Draw one of these with its id:\n\n${table(['ID', 'TILES', 'NAME'], rows)}`;
}
