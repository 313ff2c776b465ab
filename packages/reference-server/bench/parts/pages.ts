import { median } from '@penstock/bench/median';
import type { FilledDatabase } from '../filled-database.ts';
import { latencies } from '../http-load.ts';
import type { MeasuredProcess } from '../measured-process.ts';
import { serveDatabase, targetOf } from '../served-database.ts';
import { atMost, type DatabaseKind, FEW, type Figure, known, type Part, type Run } from './part.ts';

const PAGES_PER_ROUND = 60;

interface Side {
  readonly database: FilledDatabase;
  readonly server: MeasuredProcess;
}

/** First and last page of 100, out of many pipes and out of few, in turns. */
export function comparePages(kind: DatabaseKind): Part {
  return async (run) => {
    const few = await open(kind, FEW, run);
    try {
      const many = await open(kind, run.pipes, run);
      try {
        run.progress(`Pages on ${kind}`);
        return [
          await comparePage('first', kind, { few, many }, run.rounds),
          await comparePage('last', kind, { few, many }, run.rounds),
          known(`stored pipe, indices included, ${kind}`, `${Math.round(many.database.bytesPerPipe)} bytes`),
        ];
      } finally {
        await many.server.stop();
      }
    } finally {
      await few.server.stop();
    }
  };
}

async function open(kind: DatabaseKind, pipes: number, run: Run): Promise<Side> {
  const database = await run.database(kind, pipes);
  return { database, server: await serveDatabase(database) };
}

async function comparePage(
  page: 'first' | 'last',
  kind: DatabaseKind,
  sides: { readonly few: Side; readonly many: Side },
  rounds: number,
): Promise<Figure> {
  const taken = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const size of ['few', 'many'] as const) {
      const { server, database } = sides[size];
      const cursor = page === 'first' ? '' : `&cursor=${database.lastPage}`;
      const measured = await latencies(targetOf(server, database, `?limit=100${cursor}`), PAGES_PER_ROUND);
      // The first round warms up.
      if (round > 0) taken[size].push(...measured);
    }
  }
  const [many, few] = [median(taken.many), median(taken.few)];
  const detail = `${many.toFixed(2)} ms against ${few.toFixed(2)} ms`;
  return atMost(`${page} page of 100 out of many, ${kind}`, many / few, 1.2, detail);
}
