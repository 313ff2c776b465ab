import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { openHostResolver } from '../../../src/worker/deliveries/host-resolver.ts';

/** A name server that receives queries and never responds. */
async function silentNameServer() {
  const server = createSocket('udp4');
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { address: `127.0.0.1:${server.address().port}`, asked: once(server, 'message') };
}

test('an allowed host is resolved by the system, which knows its hosts file', async () => {
  const hosts = openHostResolver(['localhost']);
  expect((await hosts.resolve('localhost')).length).toBeGreaterThan(0);
  await hosts.close();
});

test('pending look-ups end when the resolver is closed', async () => {
  const { address, asked } = await silentNameServer();
  const resolver = new Resolver();
  resolver.setServers([address]);
  const hosts = openHostResolver([], resolver);
  const found = hosts.resolve('never.example.net');
  await asked;
  await hosts.close();
  expect(await found).toEqual([]);
});
