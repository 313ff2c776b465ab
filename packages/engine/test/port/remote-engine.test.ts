import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { remoteEngine } from '../../src/port/remote/remote-engine.ts';

/** A server that only reports its version, and the settings of each statement. */
async function recordingServer() {
  const statements: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    statements.push(new URL(request.url ?? '/', 'http://engine').searchParams);
    request.resume().once('end', () => response.end('{"version":"25.3.1"}\n'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, statements };
}

test('a quorum is required of statements that write, and the cluster is part of the status', async () => {
  const { url, statements } = await recordingServer();
  const engine = remoteEngine({ url, cluster: 'main', insertQuorum: 'auto' });
  onTestFinished(() => engine.close());
  await engine.insert({
    table: { database: 'a', table: 'b' },
    bytes: Buffer.from('{}'),
    format: 'JSONEachRow',
  });
  await engine.query({ sql: 'SELECT 1', limits: { readonly: true } });
  const quorums = statements.map((settings) => settings.get('insert_quorum'));
  expect(quorums.slice(-2)).toEqual(['auto', null]);
  expect(engine.status).toMatchObject({ engine: 'remote', cluster: 'main', version: '25.3.1' });
});

test('without a quorum none is required', async () => {
  const { url, statements } = await recordingServer();
  const engine = remoteEngine({ url });
  onTestFinished(() => engine.close());
  await engine.command({ sql: 'SELECT 1' });
  expect(statements.map((settings) => settings.has('insert_quorum'))).not.toContain(true);
  expect(engine.status).not.toHaveProperty('cluster');
});
