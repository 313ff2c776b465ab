import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { openPostgres, type PostgresServer } from './postgresql.ts';

/*
 * Set up once per test run: a PostgreSQL server that the first request for a database starts, for all test files.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** A request to it makes an empty database; the response is its URL. */
    postgresUrl: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<PostgresServer> | undefined;
  const server = createServer(async (_request, response) => {
    try {
      postgres ??= openPostgres();
      response.end(await (await postgres).createDatabase());
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  project.provide('postgresUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await (await postgres)?.close();
  };
}
