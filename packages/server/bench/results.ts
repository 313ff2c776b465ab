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

/** The share of the time limit that each part may use. */
const SHARES = { requests: 0.6, routes: 0.2, types: 0.1, first: 0.1 } as const;

/** Runs the parts one after the other, because there is one core for servers. */
export async function measureAll(settings: Settings, progress: Progress): Promise<Results> {
  const deadlineOf = (part: keyof Results) => performance.now() + settings.seconds * SHARES[part] * 1000;
  return {
    requests: await measureRequests(settings, deadlineOf('requests'), progress),
    routes: await measureLastRoute(settings, deadlineOf('routes'), progress),
    types: await measureContentTypes(settings, deadlineOf('types'), progress),
    first: await measureFirstRequests(settings, deadlineOf('first'), progress),
  };
}
