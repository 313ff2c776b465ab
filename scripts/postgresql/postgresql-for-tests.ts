import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { openPostgres, type PostgresServer, type PostgresVersion, type Way } from './server.ts';

/*
 * Set up once per test run: a PostgreSQL server of each version that the first request for a database starts, for all test files.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** A request to a version and a way below it makes an empty database; the response is its URL. */
    postgresUrl: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const servers = new Map<string, Promise<PostgresServer>>();
  const serverOf = (version: PostgresVersion) => {
    const started = servers.get(version) ?? openPostgres({ version });
    servers.set(version, started);
    return started;
  };
  const server = createServer(async ({ url = '' }, response) => {
    const [version, way] = url.split('/').slice(1) as [PostgresVersion, Way];
    try {
      response.end(await (await serverOf(version)).createDatabase(way));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  project.provide('postgresUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await Promise.all([...servers.values()].map(async (started) => (await started).close()));
  };
}
