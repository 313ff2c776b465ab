import { once } from 'node:events';
import { request } from 'node:http';
import { createServer, type LookupFunction } from 'node:net';
import { describe, expect, test } from 'vitest';
import { sourceAddresses } from '../../../src/sources/addresses/source-addresses.ts';

const rules = sourceAddresses(undefined);

describe('checkHost', () => {
  test.each(['127.0.0.1', '10.1.2.3', '192.168.0.9', 'fd12::1', '[::1]', 'kafka.internal', '100.64.0.1'])(
    'allows %s',
    (host) => {
      expect(() => rules.checkHost(host)).not.toThrow();
    },
  );

  test.each([
    '169.254.169.254',
    '169.254.0.1',
    'fe80::1',
    '[fe80::1]',
    'fe80::1%eth0',
    '::ffff:169.254.169.254',
    '::169.254.169.254',
    '64:ff9b::169.254.169.254',
    '2002:a9fe:a9fe::1',
    '168.63.129.16',
    '100.100.100.200',
    'fd00:ec2::254',
    'fd00:0ec2:0:0:0:0:0:254',
  ])('rejects the link-local or metadata address %s', (host) => {
    expect(() => rules.checkHost(host)).toThrow(/link-local or cloud metadata address/);
  });

  test('allows the hosts of the list and the names below a wildcard', () => {
    const listed = sourceAddresses(['Kafka.internal', '*.s3.example.net', '10.0.0.1']);
    for (const host of ['kafka.internal.', 'bucket.s3.example.net', '10.0.0.1'])
      expect(() => listed.checkHost(host)).not.toThrow();
    for (const host of ['s3.example.net', 'evil-s3.example.net', '10.0.0.2', 'internal'])
      expect(() => listed.checkHost(host)).toThrow(/is not allowed for sources/);
  });

  test('the list does not allow a metadata address', () => {
    expect(() => sourceAddresses(['169.254.169.254']).checkHost('169.254.169.254')).toThrow(/metadata/);
  });
});

describe('lookup', () => {
  test('resolves names for a connection', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n')).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const sent = request({ host: 'localhost', port, family: 4, lookup: rules.lookup }).end();
    const [response] = await once(sent, 'response');
    expect(response.statusCode).toBe(204);
    server.close();
  });

  test('fails for a name that has a forbidden address', async () => {
    // The resolver of the system reads a number as an IPv4 address: this one is 169.254.169.254.
    await expect(resolve(rules.lookup, '2852039166')).rejects.toThrow(/metadata address/);
  });

  test('checks the addresses of a host for another process', async () => {
    await expect(rules.checkAddresses('localhost')).resolves.toBeUndefined();
    await expect(rules.checkAddresses('[::1]')).resolves.toBeUndefined();
    await expect(rules.checkAddresses('2852039166')).rejects.toThrow(/metadata address/);
    await expect(rules.checkAddresses('169.254.169.254')).rejects.toThrow(/metadata address/);
  });

  test('reports a name that does not exist', async () => {
    await expect(resolve(rules.lookup, 'no-such-host.invalid')).rejects.toThrow(/no-such-host.invalid/);
  });
});

function resolve(lookup: LookupFunction, host: string): Promise<unknown> {
  return new Promise((found, failed) => {
    lookup(host, {}, (error, address) => (error === null ? found(address) : failed(error)));
  });
}
