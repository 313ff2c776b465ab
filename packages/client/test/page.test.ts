import { describe, expect, test } from 'vitest';
import { serviceAt, teamAt } from './support/scope.ts';
import { startScriptedServer } from './support/scripted-server.ts';

/** Starts a server whose pages are keyed by cursor; the key of the first page is empty. */
function pagesOf(pages: Record<string, [items: string[], nextCursor: string | null]>) {
  return startScriptedServer(({ url }) => {
    const cursor = new URL(url, 'http://x').searchParams.get('cursor') ?? '';
    const [ids, nextCursor] = pages[cursor] ?? [[], null];
    const items = ids.map((id) => ({ id }));
    return { body: { result: items, nextCursor, data: items, meta: { limit: 2, nextCursor } } };
  });
}

const three = { '': [['a', 'b'], '1'], '1': [[], '2'], '2': [['c'], null] } as Parameters<typeof pagesOf>[0];

async function ids(list: AsyncIterable<{ id: string }>): Promise<string[]> {
  const seen: string[] = [];
  for await (const { id } of list) seen.push(id);
  return seen;
}

describe('a list', () => {
  test('is iterated to its end, on both surfaces and across empty pages', async () => {
    const server = await pagesOf(three);
    expect(await ids(serviceAt(server.url).pipes.list({ state: 'Running', limit: 2 }))).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(await ids(teamAt(server.url).alerts.list())).toEqual(['a', 'b', 'c']);
    const [, second] = server.requests;
    expect(second?.url).toMatch(/\/pipes\?state=Running&limit=2&cursor=1$/);
    expect(server.requests).toHaveLength(6);
  });

  test('loads a page only when it is needed', async () => {
    const server = await pagesOf(three);
    for await (const { id } of teamAt(server.url).alerts.list()) if (id === 'b') break;
    expect(server.requests).toHaveLength(1);
  });

  test('can be iterated by pages', async () => {
    const server = await pagesOf(three);
    const sizes: number[] = [];
    for await (const { items } of teamAt(server.url).alerts.list().pages()) sizes.push(items.length);
    expect(sizes).toEqual([2, 0, 1]);
  });

  test('resolves to its first page, which has the next one', async () => {
    const server = await pagesOf({ '': [['a'], 'x y'], 'x y': [['b'], null] });
    const first = await teamAt(server.url).alerts.list();
    expect(first).toEqual({ items: [{ id: 'a' }], nextCursor: 'x y' });
    const second = await first.next();
    expect(second).toEqual({ items: [{ id: 'b' }], nextCursor: null });
    expect(second?.next()).toBeUndefined();
    expect(JSON.parse(JSON.stringify(first))).toEqual({ items: [{ id: 'a' }], nextCursor: 'x y' });
  });

  test('supports withResponse() and safe()', async () => {
    const server = await pagesOf(three);
    const { data, status } = await teamAt(server.url).alerts.list().withResponse();
    expect([status, data.items.length]).toEqual([200, 2]);
    expect(await teamAt(server.url).alerts.list().safe()).toMatchObject({
      ok: true,
      data: { nextCursor: '1' },
    });
  });

  test.each([
    ['the same page', { '': [['a'], '1'], '1': [['b'], '1'] }],
    ['an earlier page', { '': [['a'], '1'], '1': [['b'], '2'], '2': [['c'], '3'], '3': [['d'], '1'] }],
  ] as [string, Parameters<typeof pagesOf>[0]][])(
    'that returns to %s ends with an error',
    async (_, pages) => {
      const server = await pagesOf(pages);
      await expect(ids(teamAt(server.url).alerts.list())).rejects.toMatchObject({
        name: 'UnexpectedResponseError',
        code: 'paging_loop',
        operationId: 'listAlerts',
      });
      expect(server.requests.length).toBeLessThanOrEqual(5);
    },
  );

  test('that fails on a later page rejects after the items before it', async () => {
    const server = await startScriptedServer(({ url }) =>
      url.includes('cursor')
        ? { status: 400, body: { code: 'invalid_cursor', detail: 'No.' } }
        : { body: { data: [{ id: 'a' }], meta: { nextCursor: '1' } } },
    );
    const seen: string[] = [];
    const iterate = async () => {
      for await (const { id } of teamAt(server.url).alerts.list()) seen.push(id);
    };
    await expect(iterate()).rejects.toMatchObject({ name: 'BadRequestError', code: 'invalid_cursor' });
    expect(seen).toEqual(['a']);
  });
});

describe('a search', () => {
  /** A server with pages of rows; the key is the cursor in the body. */
  const rowsOf = (pages: Record<string, [bodies: string[], nextCursor: string | null]>) =>
    startScriptedServer(({ body }) => {
      const [bodies, nextCursor] = pages[JSON.parse(body).cursor ?? ''] ?? [[], null];
      const content = {
        columns: [{ name: 'Body', type: 'String' }],
        rows: bodies.map((Body) => ({ Body })),
        nextCursor,
      };
      return { body: { result: content, data: content } };
    });
  const two = { '': [['a', 'b'], '1'], '1': [['c'], null] } as Parameters<typeof rowsOf>[0];
  const search = { sourceId: 's', where: 'error', limit: 2 };

  test('is iterated to its end, on both surfaces, with the same search in each request', async () => {
    const server = await rowsOf(two);
    for (const { queries } of [serviceAt(server.url), teamAt(server.url)]) {
      const bodies: unknown[] = [];
      for await (const { Body } of queries.searchRows(search)) bodies.push(Body);
      expect(bodies).toEqual(['a', 'b', 'c']);
    }
    expect(server.requests.map(({ body }) => JSON.parse(body))).toEqual([
      search,
      { ...search, cursor: '1' },
      search,
      { ...search, cursor: '1' },
    ]);
  });

  test('resolves to its first page, which has the next one', async () => {
    const server = await rowsOf(two);
    const first = await teamAt(server.url).queries.searchRows(search);
    expect(first.columns).toEqual([{ name: 'Body', type: 'String' }]);
    expect(first.rows).toEqual([{ Body: 'a' }, { Body: 'b' }]);
    const second = await first.next();
    expect(second?.rows).toEqual([{ Body: 'c' }]);
    expect(second?.next()).toBeUndefined();
    const sizes: number[] = [];
    for await (const { rows } of teamAt(server.url).queries.searchRows(search).pages())
      sizes.push(rows.length);
    expect(sizes).toEqual([2, 1]);
  });

  test('begins at a cursor that the caller has, and ends with its signal', async () => {
    const server = await rowsOf(two);
    const { queries } = teamAt(server.url);
    expect((await queries.searchRows({ ...search, cursor: '1' })).rows).toEqual([{ Body: 'c' }]);
    const stop = new AbortController();
    const iterate = async () => {
      for await (const _ of queries.searchRows(search, { signal: stop.signal }))
        stop.abort(new Error('enough'));
    };
    await expect(iterate()).rejects.toThrow('enough');
    expect(server.requests).toHaveLength(2);
  });

  test('without rows, or that returns to the same page, ends with an error', async () => {
    const loop = await rowsOf({ '': [['a'], '1'], '1': [['b'], '1'] });
    const iterate = async () => {
      for await (const _ of teamAt(loop.url).queries.searchRows(search));
    };
    await expect(iterate()).rejects.toMatchObject({ code: 'paging_loop', operationId: 'searchRows' });
    const broken = await startScriptedServer(() => ({ body: { data: { columns: [], nextCursor: null } } }));
    await expect(teamAt(broken.url).queries.searchRows(search)).rejects.toMatchObject({
      code: 'unexpected_response',
    });
  });
});
