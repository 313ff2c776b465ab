import { secretFields } from '@penstock/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { roundTripChecks } from '../src/round-trips/round-trip-checks.ts';
import { type Alteration, alteredServer, type PassingAnswer } from './altering-proxy.ts';
import { type CheckedServer, openCheckedServer } from './reference-server.ts';
import { findingsOf, verdictsOn } from './run-checks.ts';

let server: CheckedServer;
beforeAll(async () => {
  server = await openCheckedServer();
});
afterAll(() => server.stop());

test('every round trip of the reference server comes back as it went', { timeout: 180_000 }, async () => {
  const verdicts = await verdictsOn(server, roundTripChecks());
  expect(findingsOf(verdicts)).toEqual([]);
  expect(verdicts.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
});

test('every secret of the contract is planted', () => {
  const pointers = Object.entries(secretFields).flatMap(([id, fields]) =>
    fields.map((pointer) => `round-trip/${id}/secret${pointer}`),
  );
  expect(roundTripChecks().map(({ id }) => id)).toEqual(expect.arrayContaining(pointers));
});

describe('a server is found that', () => {
  const faults: readonly [fault: string, check: string, finding: RegExp, alteration: Alteration][] = [
    [
      'does not show what it took',
      'createPipe/kafka',
      /createPipe loses: \/source\/kafka\/topics was sent as "orders" and is shown as nothing/,
      { answer: ({ body }) => delete body.result?.source?.kafka?.topics },
    ],
    [
      'shows less in a list than was sent',
      'createDashboard/checkout',
      /createDashboard loses: \/tiles was sent with 3 items and is shown with 2/,
      { answer: ({ body }) => body.data?.tiles?.pop() },
    ],
    [
      'shows something else when it is asked again',
      'createSource/log',
      /getSource shows other than createSource did: \/connection was "default" and is "other"/,
      {
        answer: ({ body }, { method }) => {
          if (method === 'GET' && body.data?.connection) body.data.connection = 'other';
        },
      },
    ],
    [
      'invents something',
      'createStackAlert/tile',
      /getStackAlert shows other than createStackAlert did: \/priority was nothing and is "high"/,
      {
        answer: ({ body }, { method }) => {
          if (method === 'GET' && body.result?.threshold) body.result.priority = 'high';
        },
      },
    ],
    [
      'does not take back what it showed',
      'createSavedSearch/errors',
      /updateSavedSearch must take back what getSavedSearch showed, and answered 400/,
      {
        answer: ({ body }, { method }) => {
          if (method === 'GET' && body.data?.sourceId) body.data.owner = 'nobody';
        },
      },
    ],
    [
      'changes what is put back',
      'createPipe/objectStorage',
      /updatePipe with what getPipe showed changes: \/settings\/object_storage_concurrency was 4 and is 1/,
      {
        answer: ({ body }, { method }) => {
          if (method === 'PATCH' && body.result) body.result.settings.object_storage_concurrency = 1;
        },
      },
    ],
    [
      'loses what an update sent',
      'updateWebhook/rename',
      /updateWebhook loses: \/url was sent as/,
      {
        answer: ({ body }, { method }) => {
          if (method === 'PUT' && body.data?.url) body.data.url = 'https://hooks.example.net/old';
        },
      },
    ],
  ];
  test.each(faults)('%s', async (_fault, name, finding, alteration) => {
    const checks = roundTripChecks().filter(({ id }) => id === `round-trip/${name}`);
    const findings = findingsOf(await verdictsOn(await alteredServer(server, alteration), checks));
    expect(findings).toContainEqual(expect.stringMatching(finding));
  });

  /** A server that remembers every secret that came by, and shows the last one where it is told to. */
  const leaky = (where: (answer: PassingAnswer, secret: string) => void): Alteration => {
    let secret = '';
    return {
      request: ({ body }) => {
        secret = /kept[0-9a-f]{16}-\d+/.exec(JSON.stringify(body) ?? '')?.[0] ?? secret;
      },
      answer: (answer) => where(answer, secret),
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
  test.each(leaks)('shows a secret %s', async (_where, alteration) => {
    const checks = roundTripChecks().filter(
      ({ id }) => id === 'round-trip/createPipe/secret/source/kafka/credentials/password',
    );
    const findings = findingsOf(await verdictsOn(await alteredServer(server, alteration), checks));
    expect(findings).toContainEqual(expect.stringContaining('holds a secret'));
  });
});
