import { secretFields } from '@penstock/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { roundTripChecks } from '../../src/round-trips/round-trip-checks.ts';
import { type Alteration, alteredServer, type PassingResponse } from '../support/altering-proxy.ts';
import { type CheckedServer, openCheckedServer } from '../support/reference-server.ts';
import { resultsOn, violationsOf } from '../support/run-checks.ts';

let server: CheckedServer;
beforeAll(async () => {
  server = await openCheckedServer();
});
afterAll(() => server.stop());

// `pnpm verify` runs the kit, with every round trip, against the built server.
test('every third round trip passes on the reference server', async () => {
  const results = await resultsOn(
    server,
    roundTripChecks().filter((_, index) => index % 3 === 0),
  );
  expect(violationsOf(results)).toEqual([]);
  const others = results.filter(({ outcome }) => outcome !== 'passed');
  expect(others.filter(({ reason = '' }) => !/^\w+ is not implemented: /.test(reason))).toEqual([]);
});

test('every secret field of the contract is sent', () => {
  const pointers = Object.entries(secretFields).flatMap(([id, fields]) =>
    fields.map((pointer) => `round-trip/${id}/secret${pointer}`),
  );
  expect(roundTripChecks().map(({ id }) => id)).toEqual(expect.arrayContaining(pointers));
});

describe('a server has a violation if it', () => {
  const defects: readonly [defect: string, check: string, violation: RegExp, alteration: Alteration][] = [
    [
      'does not return what it accepted',
      'createPipe/kafka',
      /createPipe loses: \/source\/kafka\/topics was sent as "orders" and returned as nothing/,
      { response: ({ body }) => delete body.result?.source?.kafka?.topics },
    ],
    [
      'returns fewer items than were sent',
      'createDashboard/checkout',
      /createDashboard loses: \/tiles was sent with 3 items and returned with 2/,
      { response: ({ body }) => body.data?.tiles?.pop() },
    ],
    [
      'returns another value on the next read',
      'createSource/log',
      /getSource and createSource return different values: \/connection was "default" and is "other"/,
      {
        response: ({ body }, { method }) => {
          if (method === 'GET' && body.data?.connection) body.data.connection = 'other';
        },
      },
    ],
    [
      'adds a field',
      'createStackAlert/tile',
      /getStackAlert and createStackAlert return different values: \/priority was nothing and is "high"/,
      {
        response: ({ body }, { method }) => {
          if (method === 'GET' && body.result?.threshold) body.result.priority = 'high';
        },
      },
    ],
    [
      'rejects its own result',
      'createSavedSearch/errors',
      /updateSavedSearch must accept the result of getSavedSearch, got 400/,
      {
        response: ({ body }, { method }) => {
          if (method === 'GET' && body.data?.sourceId) body.data.owner = 'unknown';
        },
      },
    ],
    [
      'changes a value that is sent back',
      'createPipe/objectStorage',
      /updatePipe with the result of getPipe changes: \/settings\/object_storage_concurrency was 4 and is 1/,
      {
        response: ({ body }, { method }) => {
          if (method === 'PATCH' && body.result) body.result.settings.object_storage_concurrency = 1;
        },
      },
    ],
    [
      'loses a value of an update',
      'updateWebhook/rename',
      /updateWebhook loses: \/url was sent as/,
      {
        response: ({ body }, { method }) => {
          if (method === 'PUT' && body.data?.url) body.data.url = 'https://hooks.example.net/old';
        },
      },
    ],
  ];
  test.each(defects)('%s', async (_defect, name, violation, alteration) => {
    const checks = roundTripChecks().filter(({ id }) => id === `round-trip/${name}`);
    const violations = violationsOf(await resultsOn(await alteredServer(server, alteration), checks));
    expect(violations).toContainEqual(expect.stringMatching(violation));
  });

  /** A server that stores the secrets it receives, and returns the last one at this location. */
  const leaky = (where: (response: PassingResponse, secret: string) => void): Alteration => {
    let secret = '';
    return {
      request: ({ body }) => {
        secret = /kept[0-9a-f]{16}-\d+/.exec(JSON.stringify(body) ?? '')?.[0] ?? secret;
      },
      response: (response) => where(response, secret),
    };
  };
  const leaks: readonly [where: string, alteration: Alteration][] = [
    [
      'in a pipe',
      leaky(({ body }, secret) => body.result?.source && Object.assign(body.result.source, { secret })),
    ],
    [
      'in the message of an error',
      leaky(({ body }, secret) => body.errors && Object.assign(body, { detail: `Not ${secret}.` })),
    ],
    [
      'in base64',
      leaky(({ body }, secret) => body.result && Object.assign(body, { hint: btoa(`a:${secret}`) })),
    ],
    [
      'in the list',
      leaky(({ body }, secret) => Array.isArray(body.result) && Object.assign(body, { seen: secret })),
    ],
  ];
  test.each(leaks)('returns a secret %s', async (_where, alteration) => {
    const checks = roundTripChecks().filter(
      ({ id }) => id === 'round-trip/createPipe/secret/source/kafka/credentials/password',
    );
    const violations = violationsOf(await resultsOn(await alteredServer(server, alteration), checks));
    expect(violations).toContainEqual(expect.stringContaining('contains a secret'));
  });
});
