import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { create, SURFACES } from '../support/stack-surface.ts';

const LIMIT_BYTES = 4 * 1024 * 1024;
/** Together more than a page may have. */
const NAMES = ['one', 'two', 'three', 'four', 'five', 'six'];

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.stop());

/** A dashboard of almost 1 MiB, the largest body. */
function largeDashboard(name: string) {
  const config = { displayType: 'markdown', markdown: 'x'.repeat(50_000) };
  const tiles = Array.from({ length: 20 }, (_, y) => ({ name: `Tile ${y}`, x: 0, y, w: 1, h: 1, config }));
  return { name, tiles };
}

test.each(SURFACES)('$name: a page of large items ends early with a cursor', async (surface) => {
  for (const name of NAMES) await create(surface, server, 'dashboards', largeDashboard(name));
  const names: string[] = [];
  const lengths: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path = `/dashboards?limit=1000${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page = await surface.send(server, { path });
    expect(Buffer.byteLength(JSON.stringify(page.body))).toBeLessThanOrEqual(LIMIT_BYTES);
    names.push(...surface.in(page).map(({ name }: { name: string }) => name));
    lengths.push(surface.in(page).length);
    cursor = surface.nextCursor(page);
  }
  expect(names.slice(1)).toEqual(NAMES);
  expect(lengths).toEqual([5, 2]);
});

test('a list of small items is not affected', async () => {
  const { body } = await server.v2({ path: '/sources?limit=1000' });
  expect(body.meta).toEqual({ limit: 1000, nextCursor: null });
});
