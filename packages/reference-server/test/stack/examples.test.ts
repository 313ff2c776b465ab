import { invalidExamples, requestExamples } from '@penstock/contract/examples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import {
  create,
  entriesOf,
  newBody,
  RESOURCES,
  type Resource,
  SURFACES,
  type Surface,
} from '../support/stack-surface.ts';

// The tenants of the surfaces are apart, and each creates the examples of a resource once.
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.stop());

const CASES = SURFACES.flatMap((surface) =>
  RESOURCES.map((resource) => ({ surface, resource, title: `${surface.name} ${resource.collection}` })),
);

describe.each(CASES)('the examples of $title', ({ surface, resource }) => {
  const { collection, one } = resource;

  test('every request is accepted after the first start', async () => {
    for (const body of Object.values(requestExamples(surface.operation('create', one))))
      await create(surface, server, collection, body);
    for (const body of Object.values(requestExamples(surface.operation('update', one)))) {
      const before = await existing(surface, resource);
      const response = await surface.send(server, {
        method: 'PUT',
        path: `/${collection}/${before.id}`,
        body,
      });
      expect([response.status, response.body.errors]).toEqual([200, undefined]);
      expect(surface.in(response)).toMatchObject(without(body as object, ['headers', 'secret']));
    }
  });

  test('every invalid one is rejected with its documented errors, and stores nothing', async () => {
    const before = await existing(surface, resource);
    const path = `/${collection}/${before.id}`;
    const count = async () =>
      surface.in(await surface.send(server, { path: `/${collection}?limit=1000` })).length;
    const counted = await count();
    const calls = [
      ...Object.values(invalidExamples(surface.operation('create', one))).map((example) => ({
        example,
        call: { path: `/${collection}`, body: example.body },
      })),
      ...Object.values(invalidExamples(surface.operation('update', one))).map((example) => ({
        example,
        call: { method: 'PUT', path, body: example.body },
      })),
    ];
    expect(calls.length).toBeGreaterThan(2);
    for (const { example, call } of calls) {
      const response = await surface.send(server, call);
      const { status, code } = example;
      expect({ status: response.status, code: response.body.code }, example.summary).toEqual({
        status,
        code,
      });
      expect(entriesOf(response), example.summary).toEqual(expect.arrayContaining([...example.errors]));
    }
    expect(await count()).toBe(counted);
    expect(surface.in(await surface.send(server, { path }))).toEqual(before);
  });
});

/** The resource whose id the examples have, or where the first start makes none, a new one. */
async function existing(surface: Surface, resource: Resource) {
  const { collection } = resource;
  const [first] = surface.in(await surface.send(server, { path: `/${collection}` }));
  const { id } = first ?? (await create(surface, server, collection, newBody(resource)));
  return surface.in(await surface.send(server, { path: `/${collection}/${id}` }));
}

function without(body: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}
