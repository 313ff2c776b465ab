import { openTestServer } from '@penstock/reference-server/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runExample, variablesOf } from './support/run-example.ts';

test('every item is printed, in pages of two', async () => {
  const server = await openTestServer();
  onTestFinished(server.stop);
  const before = (await server.v2({ path: '/dashboards' })).body.data.length;
  for (let added = before; added < 5; added++)
    await server.v2({ path: '/dashboards', body: { name: `Dashboard ${added}`, tiles: [] } });
  const { code, stdout } = await runExample('page-through-list.ts', { environment: variablesOf(server) });
  expect(stdout.match(/^item: /gm)).toHaveLength(5);
  expect(stdout).toContain('page: 2\npage: 2\npage: 1\nafter the cursor: 2\n');
  expect(code).toBe(0);
});
