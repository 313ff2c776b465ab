import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { requestExample } from '../support/examples.ts';
import {
  create,
  entriesOf,
  expectProblem,
  newBody,
  RESOURCES,
  type Resource,
  SURFACES,
} from '../support/stack-surface.ts';

// Each test makes resources of its own on a server that all share.
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.stop());

/** A change of one writable field that every server takes. */
const CHANGES = {
  dashboards: { name: 'Another name' },
  alerts: { threshold: 7.5 },
  sources: { name: 'Another name' },
  webhooks: { body: 'Another template' },
  'saved-searches': { name: 'Another name' },
} as const;

/** What responses with one resource contain in addition to the resource. */
function computedOf({ collection }: Resource): object {
  return collection === 'sources' ? { status: expect.objectContaining({ ready: false }) } : {};
}

/** The smallest replacement, and the defaults that the resource has then. */
const LEAST = {
  dashboards: { sent: { name: 'Bare' }, defaults: { tags: [], tiles: [], filters: [] } },
  alerts: {
    sent: (({ name, message, ...rest }) => rest)(requestExample('createAlert', 'tile')),
    defaults: {
      silenced: false,
      consecutiveWindows: 1,
      state: 'inactive',
      dashboard: requestExample('createAlert', 'tile').dashboardId,
    },
  },
  sources: {
    sent: {
      name: 'Bare',
      kind: 'trace',
      connection: 'default',
      from: { databaseName: 'default', tableName: 'spans' },
      timestampValueExpression: 'Timestamp',
    },
    defaults: { durationPrecision: 3 },
  },
  webhooks: { sent: { url: 'https://hooks.example.net/bare' }, defaults: { service: 'generic' } },
  'saved-searches': {
    sent: { name: 'Bare', sourceId: requestExample('createSavedSearch', 'errors').sourceId },
    defaults: { tags: [] },
  },
} as const;

const CASES = SURFACES.flatMap((surface) =>
  RESOURCES.map((resource) => ({ surface, resource, title: `${surface.name} ${resource.collection}` })),
);

describe.each(CASES)('$title', ({ surface, resource }) => {
  const { collection } = resource;
  const send: TestServer['call'] = (call) => surface.send(server, call);
  const made = () => create(surface, server, collection, newBody(resource));
  const read = async (id: string) => surface.in(await send({ path: `/${collection}/${id}` }));

  test('create, get, list, replace, delete', async () => {
    const body = newBody(resource);
    const created = await send({ path: `/${collection}`, body });
    const { id, team, createdAt, updatedAt } = surface.in(created);
    expect(created.headers.get('etag')).toBe('"1"');
    expect(team).toBe(surface.tenantOf(server));
    expect(updatedAt).toBe(createdAt);
    const { secret: _secret, headers: _headers, ...returned } = body;
    expect(await read(id)).toMatchObject(returned);

    const listed = surface.in(await send({ path: `/${collection}?limit=1000` }));
    expect(await read(id)).toEqual({ ...listed.at(-1), ...computedOf(resource) });

    const change = CHANGES[collection];
    const replaced = await send({
      method: 'PUT',
      path: `/${collection}/${id}`,
      body: { ...returned, ...change },
    });
    expect([replaced.status, replaced.headers.get('etag')]).toEqual([200, '"2"']);
    expect(surface.in(replaced)).toMatchObject({ ...returned, ...change, id, team, createdAt });
    expect(Date.parse(surface.in(replaced).updatedAt)).toBeGreaterThanOrEqual(Date.parse(updatedAt));
    expect(await read(id)).toEqual(surface.in(replaced));

    const gone = await send({ method: 'DELETE', path: `/${collection}/${id}` });
    expect([gone.status, surface.in(gone)]).toEqual([200, undefined]);
    for (const call of [{}, { method: 'PUT', body: returned }, { method: 'DELETE' }])
      expectProblem(await send({ ...call, path: `/${collection}/${id}` }), 404, 'resource_not_found');
  });

  test('what a GET returned can be sent back, and changes nothing', async () => {
    const { id } = await made();
    const path = `/${collection}/${id}`;
    const before = await send({ path });
    const after = await send({ method: 'PUT', path, body: surface.in(before) });
    expect(after.status).toBe(200);
    expect(surface.in(after)).toEqual(surface.in(before));
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(await read(id)).toEqual(surface.in(before));
  });

  test('a replacement that is sent twice is applied once', async () => {
    const { id } = await made();
    const body = { ...newBody(resource), ...CHANGES[collection] };
    const put = () => send({ method: 'PUT', path: `/${collection}/${id}`, body });
    const [first, second] = [await put(), await put()];
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
    expect(surface.in(second)).toEqual(surface.in(first));
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
  });

  test('a replacement clears what it leaves out, or gives it its default', async () => {
    const { id } = await made();
    const { sent, defaults } = LEAST[collection];
    const body = { ...sent, ...(collection === 'webhooks' ? { name: `Bare of ${surface.name}` } : {}) };
    const { team, createdAt, updatedAt, ...content } = surface.in(
      await send({ method: 'PUT', path: `/${collection}/${id}`, body }),
    );
    expect(content).toEqual({ ...body, ...defaults, ...computedOf(resource), id });
  });

  test('a field of the server with another value: 400 with an entry each, nothing applied', async () => {
    const { id } = await made();
    const before = await read(id);
    const change = { id: 'other', team: 'other', createdAt: '2020-01-01T00:00:00.000Z', updatedAt: 'now' };
    const more = collection === 'alerts' ? { state: 'firing', dashboard: 'd', savedSearch: 's' } : {};
    const body = { ...before, ...CHANGES[collection], ...change, ...more };
    const response = await send({ method: 'PUT', path: `/${collection}/${id}`, body });
    expectProblem(response, 400, 'read_only_field');
    const pointers = Object.keys({ ...change, ...more }).map((name) => `/${name}`);
    expect(
      entriesOf(response)
        .map(({ pointer }) => pointer)
        .sort(),
    ).toEqual(pointers.sort());
    expect(new Set(entriesOf(response).map(({ code }) => code))).toEqual(new Set(['read_only_field']));
    expect(await read(id)).toEqual(before);
  });

  test('If-Match: another version is 412 and applies nothing, the current one passes', async () => {
    const { id } = await made();
    const path = `/${collection}/${id}`;
    const before = await read(id);
    const body = { ...before, ...CHANGES[collection] };
    for (const call of [{ method: 'PUT', body }, { method: 'DELETE' }]) {
      const headers = { 'if-match': '"7"' };
      expectProblem(await send({ ...call, path, headers }), 412, 'precondition_failed');
    }
    expect(await read(id)).toEqual(before);
    expect((await send({ method: 'PUT', path, body, headers: { 'if-match': '"1"' } })).status).toBe(200);
    expectProblem(
      await send({ method: 'DELETE', path, headers: { 'if-match': '"1"' } }),
      412,
      'precondition_failed',
    );
    expect((await send({ method: 'DELETE', path, headers: { 'if-match': '"2"' } })).status).toBe(200);
  });

  test('of parallel replacements that expect the same version one is applied', async () => {
    const { id } = await made();
    const path = `/${collection}/${id}`;
    const { id: _id, team, createdAt, updatedAt, state, ...content } = await read(id);
    const puts = Array.from({ length: 5 }, (_, index) => {
      const field = collection === 'alerts' ? { threshold: index } : { name: `${content.name} ${index}` };
      return send({ method: 'PUT', path, body: { ...content, ...field }, headers: { 'if-match': '"1"' } });
    });
    const statuses = (await Promise.all(puts)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 412, 412, 412, 412]);
    expect((await send({ path })).headers.get('etag')).toBe('"2"');
  });

  test('parallel replacements without If-Match are all applied, one after the other', async () => {
    const { id } = await made();
    const path = `/${collection}/${id}`;
    const { id: _id, team, createdAt, updatedAt, state, ...content } = await read(id);
    const puts = Array.from({ length: 5 }, (_, index) => {
      const field = collection === 'alerts' ? { threshold: index } : { name: `${content.name} ${index}` };
      return send({ method: 'PUT', path, body: { ...content, ...field } });
    });
    const tags = (await Promise.all(puts)).map(({ headers }) => headers.get('etag'));
    expect(tags.sort()).toEqual(['"2"', '"3"', '"4"', '"5"', '"6"']);
  });

  test('the same Idempotency-Key and body replays the creation, another body is 409', async () => {
    const headers = { 'idempotency-key': `${surface.name}/${collection}` };
    const body = newBody(resource);
    const path = `/${collection}`;
    const responses = await Promise.all([1, 2, 3].map(() => send({ path, body, headers })));
    const [first] = responses;
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(responses.map((response) => JSON.stringify(surface.in(response)))).size).toBe(1);
    expect(
      responses.filter((response) => response.headers.get('idempotency-replayed') === null),
    ).toHaveLength(1);
    expect(new Set(responses.map((response) => response.headers.get('etag')))).toEqual(
      new Set([first?.headers.get('etag')]),
    );
    const other = await send({ path, body: { ...body, name: 'Other' }, headers });
    expectProblem(other, 409, 'idempotency_key_reused');
  });

  test('resources of another tenant: 404, and not listed', async () => {
    const [other] = SURFACES.filter((candidate) => candidate !== surface);
    if (other === undefined) throw new Error('There is one surface only.');
    const { id } = await create(other, server, collection, newBody(resource));
    const body = newBody(resource);
    for (const call of [{}, { method: 'PUT', body }, { method: 'DELETE' }])
      expectProblem(await send({ ...call, path: `/${collection}/${id}` }), 404, 'resource_not_found');
    const listed = surface.in(await send({ path: `/${collection}?limit=1000` }));
    expect(listed.map((item: { id: string }) => item.id)).not.toContain(id);
    expect((await other.send(server, { path: `/${collection}/${id}` })).headers.get('etag')).toBe('"1"');
  });

  test('pages contain everything once, in the order of creation, while resources are created and deleted', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await made()).id);
    const all = surface
      .in(await send({ path: `/${collection}?limit=1000` }))
      .map(({ id }: { id: string }) => id);
    expect(all.slice(-5)).toEqual(ids);

    const seen: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const query = cursor === undefined ? '' : `&cursor=${cursor}`;
      const page = await send({ path: `/${collection}?limit=2${query}` });
      expect(surface.in(page).length).toBeLessThanOrEqual(2);
      seen.push(...surface.in(page).map(({ id }: { id: string }) => id));
      cursor = surface.nextCursor(page);
      // The last of this page goes, and the next one begins where it was.
      if (seen.length === all.length - 3)
        await send({ method: 'DELETE', path: `/${collection}/${seen.at(-1)}` });
    }
    expect(seen).toEqual(all);
  });
});

test('a page of /api/v2 contains its limit', async () => {
  for (const { collection } of RESOURCES) {
    expect((await server.v2({ path: `/${collection}` })).body.meta.limit).toBe(100);
    expect((await server.v2({ path: `/${collection}?limit=7` })).body.meta.limit).toBe(7);
  }
});
