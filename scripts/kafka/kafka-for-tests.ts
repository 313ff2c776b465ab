import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startSharedBroker } from './shared-broker.ts';

/*
 * Set up once per test run: a server that starts the shared broker of Kafka when the first test asks for it. The broker belongs to
 * the main process, because the files of a run are spread over several processes.
 */

declare module 'vitest' {
  interface ProvidedContext {
    kafkaUrl: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let started: ReturnType<typeof startSharedBroker> | undefined;
  const server = createServer((_request, response) => {
    started ??= startSharedBroker();
    started.then(
      ({ broker }) => response.end(JSON.stringify(broker)),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  project.provide('kafkaUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await (await started?.catch(() => undefined))?.end();
  };
}
