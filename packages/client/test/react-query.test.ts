import {
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Alert, AlertHistoryEntry, Dashboard, Pipe, SearchResult } from '../src/index.ts';
import { queriesOf } from '../src/react-query.ts';
import { SCOPE, serviceAt, teamAt } from './support/scope.ts';
import { startScriptedServer } from './support/scripted-server.ts';

const server = () =>
  startScriptedServer(({ url, method, body }) => {
    const parameters = new URL(url, 'http://x').searchParams;
    const cursor = parameters.get('cursor');
    if (url.endsWith('/search')) return { body: { result: rowsAfter(JSON.parse(body).cursor) } };
    if (method !== 'GET') return { body: { result: { id: 'p', ...JSON.parse(body) } } };
    if (!/\/(pipes|alerts|dashboards)(\?|$)/.test(url))
      return { body: { result: { id: 'p' }, data: { id: 'p' } } };
    return { body: { result: [{ id: cursor ?? 'first' }], nextCursor: cursor ? null : 'second' } };
  });

const rowsAfter = (cursor: string | undefined) => ({
  rows: [{ Body: cursor ?? 'first' }],
  nextCursor: cursor === undefined ? 'second' : null,
});

describe('options of TanStack Query', () => {
  test('query a resource with the signal of the query, and cache it by its key', async () => {
    const { url, requests } = await server();
    const queries = new QueryClient();
    const options = queriesOf(serviceAt(url).pipes).get('p');
    expect(await queries.fetchQuery(options)).toEqual({ id: 'p' });
    expect(queries.getQueryData(options.queryKey)).toEqual({ id: 'p' });
    expect(requests).toHaveLength(1);
    await expect(options.queryFn({ signal: AbortSignal.abort('gone') })).rejects.toBe('gone');
  });

  test('query one page, or page after page', async () => {
    const { url } = await server();
    const { list, listInfinite } = queriesOf(serviceAt(url).pipes);
    const queries = new QueryClient();
    expect(await queries.fetchQuery(list({ limit: 1 }))).toMatchObject({ items: [{ id: 'first' }] });
    const observer = new InfiniteQueryObserver(queries, listInfinite({ limit: 1 }));
    await observer.refetch();
    const { data, hasNextPage } = await observer.fetchNextPage();
    expect(data?.pages.map(({ items }) => items[0]?.id)).toEqual(['first', 'second']);
    expect(hasNextPage).toBe(false);
  });

  test('search page after page, with the cursor in the body', async () => {
    const { url, requests } = await server();
    const { searchRowsInfinite } = queriesOf(serviceAt(url).queries);
    const observer = new InfiniteQueryObserver(new QueryClient(), searchRowsInfinite({ sourceId: 's' }));
    await observer.refetch();
    const { data, hasNextPage } = await observer.fetchNextPage();
    expect(data?.pages.map(({ rows }) => rows)).toEqual([[{ Body: 'first' }], [{ Body: 'second' }]]);
    expect(hasNextPage).toBe(false);
    expect(requests.map(({ body }) => JSON.parse(body))).toEqual([
      { sourceId: 's' },
      { sourceId: 's', cursor: 'second' },
    ]);
  });

  test('query with every argument that a method takes before its options', async () => {
    const { url, requests } = await server();
    const queries = new QueryClient();
    const { webhooks, queries: rows } = serviceAt(url);
    await queries.fetchQuery(queriesOf(webhooks).getDelivery('w', 'd', { headers: { 'x-trace': '1' } }));
    await queries.fetchQuery(queriesOf(rows).searchRows({ sourceId: 's' }));
    expect(requests).toMatchObject([
      {
        method: 'GET',
        url: expect.stringMatching(/\/webhooks\/w\/deliveries\/d$/),
        headers: { 'x-trace': '1' },
      },
      { method: 'POST', url: expect.stringMatching(/\/search$/), body: '{"sourceId":"s"}' },
    ]);
    const { listDeliveriesInfinite } = queriesOf(webhooks);
    expect(listDeliveriesInfinite('w', { limit: 1 }).queryKey.slice(-3)).toEqual([
      'listDeliveriesInfinite',
      'w',
      { limit: 1 },
    ]);
  });

  test('change a resource with the arguments of its method', async () => {
    const { url, requests } = await server();
    const observer = new MutationObserver(new QueryClient(), queriesOf(serviceAt(url).pipes).update());
    expect(await observer.mutate(['p', { name: 'New' }, { ifMatch: '"7"' }])).toEqual({
      id: 'p',
      name: 'New',
    });
    expect(requests[0]).toMatchObject({ method: 'PATCH', headers: { 'if-match': '"7"' } });
  });

  test('have keys that differ by resource, scope, method, argument and server', () => {
    const service = serviceAt('https://a.invalid');
    const pipes = queriesOf(service.pipes);
    const keys = [
      pipes.get('1').queryKey,
      pipes.get('2').queryKey,
      pipes.getSettings('1').queryKey,
      pipes.list().queryKey,
      pipes.list({ limit: 1 }).queryKey,
      pipes.listInfinite().queryKey,
      queriesOf(service.dashboards).get('1').queryKey,
      queriesOf(teamAt('https://a.invalid').dashboards).get('1').queryKey,
      queriesOf(serviceAt('https://b.invalid').pipes).get('1').queryKey,
    ];
    expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
    expect(pipes.get('1').queryKey.slice(0, pipes.key.length)).toEqual(pipes.key);
    expect(pipes.key).toContain(SCOPE.serviceId);
  });

  test('are created from resources only', () => {
    expect(() => queriesOf({ get: () => undefined })).toThrow(/service\.pipes/);
  });

  test('have the types of the methods', () => {
    void (() => {
      const { pipes, dashboards } = serviceAt('https://a.invalid');
      const alerts = queriesOf(teamAt('https://a.invalid').alerts);
      expectTypeOf(useQuery(queriesOf(pipes).get('p')).data).toEqualTypeOf<Pipe | undefined>();
      expectTypeOf(useQuery(alerts.list()).data?.items).toEqualTypeOf<Alert[] | undefined>();
      const infinite = useInfiniteQuery(queriesOf(dashboards).listInfinite());
      expectTypeOf(infinite.data?.pages[0]?.items).toEqualTypeOf<Dashboard[] | undefined>();
      const rows = useInfiniteQuery(
        queriesOf(teamAt('https://a.invalid').queries).searchRowsInfinite({ sourceId: 's' }),
      );
      expectTypeOf(rows.data?.pages[0]?.rows).toEqualTypeOf<SearchResult['rows'] | undefined>();
      const { mutate } = useMutation(queriesOf(pipes).update());
      mutate(['p', { name: 'n' }]);
      // @ts-expect-error: no such property
      mutate(['p', { nmae: 'n' }]);
      // @ts-expect-error: the id is missing
      queriesOf(pipes).get();
      expectTypeOf(useQuery(alerts.listHistory('a')).data?.items).toEqualTypeOf<
        AlertHistoryEntry[] | undefined
      >();
      // @ts-expect-error: TanStack sets the signal
      queriesOf(pipes).get('p', { signal: AbortSignal.abort() });
      // @ts-expect-error: waiting is not an operation
      queriesOf(pipes).waitForState();
    });
  });
});
