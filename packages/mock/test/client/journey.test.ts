import { createManagementClient, createObservabilityClient } from '@penstock/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  expectJourneyResult,
  type JourneyClients,
  runJourney,
} from '../../../client/test/support/journey.ts';
import { type Mock, startMock } from '../../src/index.ts';

let mock: Mock;
let clients: JourneyClients;

beforeAll(async () => {
  mock = await startMock({ port: 0 });
  clients = {
    management: createManagementClient({ baseUrl: mock.url, keyId: 'key', keySecret: 'secret' }),
    observability: createObservabilityClient({ baseUrl: mock.url, token: 'token' }),
    organizationId: '5b3a9e0c-6a0f-4d52-9c58-1f2f1c6f7a10',
    serviceId: '0d1f7c3e-9b2a-4f64-8a57-c2b8f3f0de21',
  };
});

afterAll(() => mock.close());

test('the journey of the client runs against the mock', async () => {
  const result = await runJourney(clients, { stateful: false });
  expect(Object.keys(result.pipes)).toEqual(['kafka', 'objectStorage', 'kinesis', 'postgres']);
  expect([...result.stackAlerts, ...result.teamAlerts]).toHaveLength(4);
  await expectJourneyResult(clients, result);
});
