import { median } from '@penstock/bench/median';
import { cpuSeconds } from '@penstock/bench/process-figures';
import { timedRounds } from '@penstock/bench/timed-rounds';
import type { Query } from '@penstock/engine';
import type { QueryServer } from './query-server.ts';
import { TILES } from './query-tiles.ts';
import { statementOfTile } from './recorded-statements.ts';

const FORMAT = 'JSONCompactEachRowWithNamesAndTypes';

/** The clock of a process has steps of 10 ms, so each turn takes at least this long. */
const TURN_MS = 400;

export interface TileRatio {
  readonly name: string;
  /** CPU time of the engine. */
  readonly compiledMs: number;
  readonly byHandMs: number;
}

/** Runs compiled statements and those by hand in turns. */
export async function measureTileRatios(server: QueryServer, rounds: number): Promise<TileRatio[]> {
  const ratios: TileRatio[] = [];
  for (const { name, config, byHand } of TILES) {
    const statements = [await statementOfTile(server, config), { sql: byHand, format: FORMAT }] as const;
    const times = await timesFor(server, statements[1]);
    const taken: [number[], number[]] = [[], []];
    // The first of two may find less in the caches, so they take turns at being first.
    for (const round of timedRounds(rounds))
      for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
        taken[index].push(await cpuMs(server, statements[index], times));
    ratios.push({ name, compiledMs: median(taken[0]), byHandMs: median(taken[1]) });
  }
  return ratios;
}

async function timesFor(server: QueryServer, statement: Query): Promise<number> {
  await cpuMs(server, statement, 1);
  return Math.max(Math.ceil(TURN_MS / Math.max(await cpuMs(server, statement, 1), 10)), 1);
}

async function cpuMs({ engine, enginePid }: QueryServer, statement: Query, times: number): Promise<number> {
  const before = cpuSeconds(enginePid);
  for (let time = 0; time < times; time += 1) await engine.query(statement);
  return ((cpuSeconds(enginePid) - before) / times) * 1000;
}
