import express from 'express';
import { describe, expect, test } from 'vitest';
import type { TrustProxy } from '../../src/index.ts';
import { contractOfPaths, validResponse } from '../support/examples.ts';
import { startServer, type TestOptions, useEngine } from '../support/harness.ts';

// These tests do not depend on the engine; this one starts faster.
useEngine('compiled');

const FORWARDED = { 'x-forwarded-for': '203.0.113.7, 10.1.2.3' };

async function addressSeen(options: TestOptions): Promise<unknown> {
  let seen: unknown;
  const server = await startServer({
    contract: contractOfPaths('getPipe'),
    validation: 'compiled',
    handlers: {
      getPipe: (_request, { clientAddress }) => {
        seen = clientAddress;
        return validResponse('getPipe');
      },
    },
    ...options,
  });
  expect((await server.call('getPipe', { headers: FORWARDED })).status).toBe(200);
  return seen;
}

describe('the address of a caller', () => {
  test.each<[TrustProxy | undefined, string]>([
    [undefined, '127.0.0.1'],
    [false, '127.0.0.1'],
    [0, '127.0.0.1'],
    [1, '10.1.2.3'],
    ['loopback', '10.1.2.3'],
    [['loopback', '10.0.0.0/8'], '203.0.113.7'],
    [(address) => address === '127.0.0.1', '10.1.2.3'],
    [true, '203.0.113.7'],
  ])('is what the trusted proxies forward: %o', async (trustProxy, address) => {
    expect(await addressSeen(trustProxy === undefined ? {} : { trustProxy })).toBe(address);
  });

  test('is by default that of the app around it', async () => {
    const mount: TestOptions['mount'] = (app) => express().set('trust proxy', 1).use(app);
    expect(await addressSeen({ mount })).toBe('10.1.2.3');
    expect(await addressSeen({ mount, trustProxy: false })).toBe('127.0.0.1');
  });
});

describe('an invalid value', () => {
  test.each<[unknown, string]>([
    ['everybody', 'addresses and subnets'],
    ['10.0.0.0/99', 'addresses and subnets'],
    [-1, 'a number of hops of at least 0'],
    [1.5, 'a number of hops of at least 0'],
    [{}, 'addresses and subnets'],
  ])('keeps the server from starting: %o', async (trustProxy, reason) => {
    await expect(
      startServer({ validation: 'compiled', trustProxy: trustProxy as TrustProxy }),
    ).rejects.toThrow(reason);
  });
});
