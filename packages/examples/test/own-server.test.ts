import { createObservabilityClient } from '@penstock/client';
import { expect, test } from 'vitest';
import { startExample } from './support/run-example.ts';

const SOURCE = '018f6d2e-3a4b-7c5d-8e6f-708192a3b4c5';

test('saved searches are served from memory, and other operations return 501', async () => {
  const environment = { PENSTOCK_TOKEN: 'token-of-a-test', PENSTOCK_PORT: '0' };
  const baseUrl = await startExample('own-server.ts', { environment }).url;
  const client = createObservabilityClient({ baseUrl, token: 'token-of-a-test', retries: 0 });
  const { savedSearches } = client;

  const { id } = await savedSearches.create({ name: 'Errors', sourceId: SOURCE });
  const { etag } = await savedSearches.get(id).withResponse();
  expect(etag).toMatch(/^".+"$/);
  const updated = await savedSearches.update(id, { name: 'All errors', sourceId: SOURCE, tags: ['shop'] });
  expect(updated).toMatchObject({ id, name: 'All errors', tags: ['shop'], team: 'team' });
  expect((await savedSearches.list()).items).toEqual([updated]);
  await savedSearches.delete(id);
  await expect(savedSearches.get(id)).rejects.toMatchObject({ code: 'resource_not_found' });

  await expect(client.dashboards.list()).rejects.toMatchObject({ status: 501 });
  const stranger = createObservabilityClient({ baseUrl, token: 'another-token' });
  await expect(stranger.savedSearches.list()).rejects.toMatchObject({ status: 401 });
});
