import { requestExamples } from '@penstock/contract/examples';
import { serveDatabase } from '../served-database.ts';
import { type DatabaseKind, FEW, known, type Part } from './part.ts';

const CONNECTIONS = 16;
/** It takes thousands of creations until all code on the way is optimized. */
const WARM_UP_MS = 6_000;
const ROUND_MS = 4_000;

/** POST of a pipe: how many one process stores, and what each costs. PostgreSQL runs without fsync here, SQLite with it. */
export function measureCreations(kind: DatabaseKind): Part {
  return async (run) => {
    const database = await run.database(kind, FEW);
    run.progress(`Creations on ${kind}`);
    const server = await serveDatabase(database);
    try {
      const request = {
        method: 'POST',
        headers: { authorization: database.authorization, 'content-type': 'application/json' },
        body: JSON.stringify(requestExamples('createPipe').kafka),
      };
      const create = (ms: number) => createFor(ms, server.url + database.path, request);
      await create(WARM_UP_MS);
      const [cpu, begun] = [server.cpuMs(), performance.now()];
      const created = await create(ROUND_MS);
      const perSecond = Math.round((created * 1000) / (performance.now() - begun));
      const cpuMs = ((server.cpuMs() - cpu) / created).toFixed(2);
      const measured = `${perSecond} per second (${cpuMs} ms CPU each, the steps of the pipe included)`;
      return [known(`POST pipe, ${kind}`, measured)];
    } finally {
      await server.stop();
    }
  };
}

/** The number of pipes that parallel clients create in this time. */
async function createFor(ms: number, url: string, request: RequestInit): Promise<number> {
  const until = performance.now() + ms;
  const counts = Array.from({ length: CONNECTIONS }, async () => {
    let created = 0;
    for (; performance.now() < until; created += 1) {
      const response = await fetch(url, request);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`A creation returned ${response.status}.`);
    }
    return created;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
