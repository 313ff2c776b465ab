import { setTimeout as pause } from 'node:timers/promises';
import type { Dashboard, TileQuery } from '@penstock/client';
import type { ApiAccess } from './api-access.ts';
import { problemOf } from './call-problem.ts';
import { durationPrecisions, type Precisions } from './duration-precisions.ts';
import { queryTiles, type TileResponse } from './tile-queries.ts';

/** What is known of a dashboard: its tiles, and the latest response of each. */
export interface RoundState {
  readonly dashboard: Dashboard;
  readonly query: RangedQuery;
  readonly precisions: Precisions;
  readonly responses: ReadonlyMap<string, TileResponse>;
  /** The sentences of a problem that concerns the whole round; the responses are those of the round before. */
  readonly problem?: string;
}

type RangedQuery = TileQuery & { readonly startTime: string; readonly endTime: string };

/** Where and what to query. */
export interface RoundsOf {
  readonly api: ApiAccess;
  readonly queryOf: (dashboard: Dashboard, now: number) => RangedQuery;
}

type Changed = (state: RoundState) => void;

/** Queries all tiles once. `changed` is called before the first response, and after each. */
export async function runRound(
  { api, queryOf }: RoundsOf,
  dashboard: Dashboard,
  signal: AbortSignal,
  changed: Changed,
  before?: RoundState,
): Promise<RoundState> {
  const query = queryOf(dashboard, Date.now());
  const precisions = await durationPrecisions(api, dashboard, signal, before?.precisions);
  const responses = new Map(before?.responses);
  const state = { dashboard, query, precisions, responses };
  changed(state);
  await queryTiles(api, dashboard, query, signal, (tileId, response) => {
    responses.set(tileId, response);
    changed(state);
  });
  return state;
}

/**
 * Runs a round every so many seconds, until the signal aborts. Requests that have not ended by then are cancelled, and their tiles report that.
 *
 * @param ended is called with the outcome of each round
 */
export async function runRounds(
  of: RoundsOf,
  first: Dashboard,
  seconds: number,
  signal: AbortSignal,
  { changed, ended }: { readonly changed: Changed; readonly ended: Changed },
): Promise<void> {
  let state: RoundState | undefined;
  while (!signal.aborted) {
    const round = new AbortController();
    const next = pause(seconds * 1000, undefined, { signal })
      .catch(() => {})
      .then(() => round.abort(new Error(`No response within ${seconds} s. Use a longer time for --watch.`)));
    state =
      state === undefined
        ? await runRound(of, first, round.signal, changed)
        : await runLaterRound(of, state, round.signal, changed);
    if (!signal.aborted) ended(state);
    await next;
  }
}

/** The dashboard may have changed. If the server does not respond, the last responses stay. */
async function runLaterRound(
  of: RoundsOf,
  before: RoundState,
  signal: AbortSignal,
  changed: Changed,
): Promise<RoundState> {
  try {
    const dashboard = await of.api.dashboards.get(before.dashboard.id, { signal });
    return await runRound(of, dashboard, signal, changed, before);
  } catch (error) {
    return { ...before, problem: problemOf(error, of.api, signal) };
  }
}
