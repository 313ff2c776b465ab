/*
 * Tests a function of an application against the mock, with no other server.
 * Run: node --test packages/examples/src/mock-in-a-test.ts
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createObservabilityClient, NotFoundError, type ObservabilityClient } from '@penstock/client';
import { type Mock, startMock } from '@penstock/mock';

/** The function under test. */
async function alertTitle(client: ObservabilityClient, id: string, prefer?: string): Promise<string> {
  try {
    const alert = await client.alerts.get(id, prefer === undefined ? {} : { headers: { prefer } });
    return `${alert.name} (${alert.state})`;
  } catch (error) {
    if (error instanceof NotFoundError) return 'deleted alert';
    throw error;
  }
}

const ALERT = '018f6d31-02aa-7c1d-8b17-5d0e4c9a6f70';
let mock: Mock;
let client: ObservabilityClient;

before(async () => {
  mock = await startMock({ port: 0 });
  client = createObservabilityClient({ baseUrl: mock.url, token: 'anything' });
});
after(() => mock.close());

test('the title has the name and the state of the alert', async () => {
  assert.match(await alertTitle(client, ALERT), /^.+ \(\w+\)$/);
});

test('a deleted alert has a title', async () => {
  assert.equal(await alertTitle(client, ALERT, 'code=404'), 'deleted alert');
});
