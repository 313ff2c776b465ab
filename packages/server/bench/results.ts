import type { Progress, Settings } from './measurement.ts';
import { measureContentTypes, type TypeCosts } from './measurements/content-types.ts';
import { type FirstCosts, measureFirstRequests } from './measurements/first-request.ts';
import { measureLastRoute, type RouteCosts } from './measurements/last-route.ts';
import { measureRequests, type RequestCosts } from './measurements/requests.ts';

/** All figures of a run. */
export interface Results {
  readonly requests: RequestCosts;
  readonly routes: RouteCosts;
  readonly types: TypeCosts;
  readonly first: FirstCosts;
}

/** One part after the other: the machine has one core for servers. */
export async function measureAll(settings: Settings, progress: Progress): Promise<Results> {
  return {
    requests: await measureRequests(settings, progress),
    routes: await measureLastRoute(settings, progress),
    types: await measureContentTypes(settings, progress),
    first: await measureFirstRequests(settings, progress),
  };
}
