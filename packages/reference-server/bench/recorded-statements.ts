import { type EnginePort, type Query, queryTile, searchRows } from '@penstock/engine';
import type { QueryServer } from './query-server.ts';
import { HOUR } from './query-tiles.ts';

type TileConfig = Parameters<typeof queryTile>[2]['config'];
type QueriedSource = Parameters<typeof queryTile>[1];

const RANGE = { start: Date.parse(HOUR.startTime), end: Date.parse(HOUR.endTime) };

/** The statement that a tile becomes, with its settings and parameters, as it runs in the engine. */
export function statementOfTile(server: QueryServer, config: object): Promise<Query> {
  return recorded(server.engine, (engine) =>
    drain(
      queryTile(engine, queried(server), {
        config: config as TileConfig,
        range: RANGE,
        granularity: '30s',
        filters: [],
      }),
    ),
  );
}

export function statementOfSearch(server: QueryServer, limit: number): Promise<Query> {
  return recorded(server.engine, (engine) =>
    drain(searchRows(engine, queried(server), { range: RANGE, limit, offset: 0 })),
  );
}

function queried({ logs }: QueryServer): QueriedSource {
  return { source: logs as QueriedSource['source'], databasePrefix: '' };
}

/** The last statement of a query is the one with its rows. */
async function recorded(port: EnginePort, run: (engine: EnginePort) => Promise<void>): Promise<Query> {
  let last: Query | undefined;
  const record = (query: Query) => {
    last = query;
    return query;
  };
  await run({
    ...port,
    query: (query) => port.query(record(query)),
    stream: (query) => port.stream(record(query)),
  });
  if (last === undefined) throw new Error('The query has run no statement.');
  return last;
}

async function drain(parts: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of parts);
}
