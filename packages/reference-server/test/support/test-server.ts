import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ServerProcess, startProcess as start } from '../../src/api/testing/server-process.ts';
import {
  openTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../src/api/testing/test-server.ts';

/** A folder that is deleted when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A reference server that stops when the test ends. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await openTestServer(options);
  onTestFinished(server.stop);
  return server;
}

/** The built server in a process of its own, which is killed when the test ends. */
export async function startProcess(
  environment: Readonly<Record<string, string>>,
  command?: 'serve' | 'api' | 'worker',
): Promise<ServerProcess> {
  const server = await start(environment, command);
  onTestFinished(async () => {
    await server.kill('SIGKILL');
  });
  return server;
}
