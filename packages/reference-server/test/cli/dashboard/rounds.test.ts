import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createObservabilityClient, type Dashboard } from '@penstock/client';
import { expect, onTestFinished, test } from 'vitest';
import { type RoundState, runRounds } from '../../../src/cli/dashboard/rounds.ts';

const RANGE = { startTime: '2026-05-04T09:00:00.000Z', endTime: '2026-05-04T10:00:00.000Z' };
const tile = (id: string) => ({ id, name: id, x: 0, y: 0, w: 1, h: 1, config: { displayType: 'number' } });
const DASHBOARD = { id: 'd', name: 'Shop', tags: [], filters: [], tiles: [tile('fast'), tile('slow')] };

/** A server that never responds to the query of one tile, and counts the connections that ended meanwhile. */
async function slowServer() {
  const ends: string[] = [];
  const server = createServer((request, response) => {
    response.once('close', () => !response.writableEnded && ends.push(request.url ?? ''));
    if (request.url?.includes('/slow/')) return;
    const data = request.method === 'GET' ? DASHBOARD : { displayType: 'number', ...RANGE };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ends, server };
}

test('a round cancels the requests of the one before, and keeps its data while the server does not respond', async () => {
  const { url, ends, server } = await slowServer();
  const api = {
    url,
    credential: 'PENSTOCK_TOKEN',
    ...createObservabilityClient({ baseUrl: url, token: 't', retries: 0 }),
  };
  const stop = new AbortController();
  const rounds: RoundState[] = [];
  await runRounds({ api, queryOf: () => RANGE }, DASHBOARD as unknown as Dashboard, 1, stop.signal, {
    changed: () => {},
    ended: (state) => {
      rounds.push(state);
      if (rounds.length === 1) server.close().closeAllConnections();
      else stop.abort(new Error('stopped'));
    },
  });
  const [first, second] = rounds;
  expect(first?.responses.get('fast')).toEqual({ result: { displayType: 'number', ...RANGE } });
  expect(first?.responses.get('slow')).toMatchObject({
    problem: 'No response within 1 s. Use a longer time for --watch.',
  });
  expect(ends).toEqual(['/api/v2/dashboards/d/tiles/slow/query']);
  expect(second).toMatchObject({
    problem: `${url} does not respond. Start the server (penstock serve), or set another URL with --url.`,
  });
  expect(second?.responses).toEqual(first?.responses);
});
