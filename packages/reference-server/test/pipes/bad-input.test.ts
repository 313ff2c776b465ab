import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basic } from '../../src/api/testing/credentials.ts';
import { openTestServer, type TestRequest, type TestServer } from '../../src/api/testing/test-server.ts';
import { requestExample } from '../support/examples.ts';
import { expectProblem, stored } from '../support/rejections.ts';

// Nothing that is rejected leaves anything behind, so all tests share a server; each counts what was stored around it.
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.stop());

const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000';

describe('pipes', () => {
  test.each([
    ['organizationId', '/v1/organizations/nonsense/services/{s}/pipes/{p}'],
    ['serviceId', '/v1/organizations/{o}/services/nonsense/pipes/{p}'],
    ['pipeId', '/v1/organizations/{o}/services/{s}/pipes/nonsense'],
  ])('a bad uuid as %s: 400', async (parameter, template) => {
    const { organizationId, serviceId, keyId, keySecret } = server.credentials.management;
    const path = template
      .replace('{o}', organizationId)
      .replace('{s}', serviceId)
      .replace('{p}', UNKNOWN_UUID);
    const response = await server.call({ path, headers: { authorization: basic(keyId, keySecret) } });
    expectProblem(response, 400, 'validation_failed');
    expect(response.body.errors).toEqual([expect.objectContaining({ parameter, code: 'invalid_format' })]);
  });

  test('resources of another organization: 404 on every operation, and nothing changes', async () => {
    const other = await otherOrganization();
    const { body: created } = await server.call({
      ...other.pipes,
      body: requestExample('createPipe', 'kafka'),
    });
    const pipe = `${other.pipes.path}/${created.result.id}`;
    const { keyId, keySecret } = server.credentials.management;
    const headers = { authorization: basic(keyId, keySecret) };
    const before = stored(server);
    const calls: TestRequest[] = [
      { path: other.pipes.path },
      { path: other.pipes.path, body: requestExample('createPipe', 'kafka') },
      { path: pipe },
      { method: 'PATCH', path: pipe, body: { name: 'Mine' } },
      { method: 'PATCH', path: `${pipe}/state`, body: { command: 'stop' } },
      { method: 'PATCH', path: `${pipe}/scaling`, body: { replicas: 2 } },
      { path: `${pipe}/settings` },
      { method: 'DELETE', path: pipe },
    ];
    for (const call of calls)
      expectProblem(await server.call({ ...call, headers }), 404, 'resource_not_found');
    expect(stored(server)).toEqual(before);
    expect((await server.call({ ...other.pipes, path: pipe })).body.result).toMatchObject({
      name: created.result.name,
    });
  });

  test('the service of another organization under my own: 404', async () => {
    const other = await otherOrganization();
    const { organizationId, keyId, keySecret } = server.credentials.management;
    const path = `/v1/organizations/${organizationId}/services/${other.serviceId}/pipes`;
    expectProblem(
      await server.call({ path, headers: { authorization: basic(keyId, keySecret) } }),
      404,
      'resource_not_found',
    );
  });

  const badUpdates: [string, unknown, string, string][] = [
    ['an empty PATCH', {}, '', 'invalid_length'],
    ['an empty source', { source: {} }, '/source', 'invalid_length'],
    ['null', { name: null }, '/name', 'invalid_type'],
    ['an unknown property', { names: 'x' }, '/names', 'unknown_property'],
    [
      'a field that cannot change',
      { source: { kafka: { brokers: 'a:1' } } },
      '/source/kafka/brokers',
      'unknown_property',
    ],
    [
      'half a credential of the wrong type',
      { source: { kafka: { credentials: { password: 1 } } } },
      '/source/kafka/credentials/password',
      'invalid_type',
    ],
    ['empty settings', { settings: {} }, '/settings', 'invalid_length'],
    [
      'a setting that does not apply',
      { settings: { object_storage_concurrency: 2 } },
      '/settings/object_storage_concurrency',
      'not_applicable',
    ],
    [
      'a setting out of bounds',
      { settings: { streaming_max_insert_wait_ms: 1 } },
      '/settings/streaming_max_insert_wait_ms',
      'out_of_range',
    ],
    [
      'a mapping to a column that does not exist',
      { fieldMappings: [{ sourceField: 'a', destinationField: 'b' }] },
      '/fieldMappings/0/destinationField',
      'reference_not_found',
    ],
    [
      'an authentication that the broker does not take',
      { source: { kafka: { authentication: 'PLAIN' } } },
      '/source/kafka/authentication',
      'not_applicable',
    ],
  ];
  test.each(badUpdates)('%s: 400 with a pointer, nothing applied', async (_name, change, pointer, code) => {
    const { body: created } = await server.v1({
      path: '/pipes',
      body: requestExample('createPipe', 'kafka'),
    });
    const path = `/pipes/${created.result.id}`;
    const response = await server.v1({ method: 'PATCH', path, body: change });
    expectProblem(response, 400, 'validation_failed');
    expect(response.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
    const { body: after } = await server.v1({ path });
    const { state, updatedAt, ...definition } = created.result;
    expect(after.result).toMatchObject(definition);
  });

  const badCreates: [string, string, (body: Record<string, object>) => unknown, string, string][] = [
    [
      'two sources',
      'kafka',
      (body) => ({
        ...body,
        source: { ...body.source, ...requestExample('createPipe', 'kinesis').source },
      }),
      '/source',
      'invalid',
    ],
    ['no source', 'kafka', (body) => ({ ...body, source: { validateSamples: true } }), '/source', 'invalid'],
    [
      'no columns',
      'kafka',
      (body) => ({ ...body, destination: { table: 't' } }),
      '/destination/columns',
      'required',
    ],
    [
      'a private key among the certificates',
      'kafka',
      (body) => withKafka(body, { caCertificate: `${CERTIFICATE}${PRIVATE_KEY}` }),
      '/source/kafka/caCertificate',
      'invalid_pattern',
    ],
    [
      'a private key as certificate of a registry',
      'kafka',
      (body) =>
        withKafka(body, {
          schemaRegistry: { url: 'https://registry.example.net', caCertificate: PRIVATE_KEY },
        }),
      '/source/kafka/schemaRegistry/caCertificate',
      'invalid_pattern',
    ],
    [
      'credentials in the query of a registry',
      'kafka',
      (body) => withKafka(body, { schemaRegistry: { url: 'https://registry.example.net/?api_key=hunter2' } }),
      '/source/kafka/schemaRegistry/url',
      'invalid_pattern',
    ],
    [
      'credentials in the URL of a registry',
      'kafka',
      (body) => withKafka(body, { schemaRegistry: { url: 'https://me:hunter2@registry.example.net' } }),
      '/source/kafka/schemaRegistry/url',
      'invalid_pattern',
    ],
    [
      'columns of a postgres pipe',
      'postgres',
      (body) => ({ ...body, destination: { table: 't' } }),
      '/destination/table',
      'not_applicable',
    ],
    [
      'scaling of a postgres pipe',
      'postgres',
      (body) => ({ ...body, scaling: { replicas: 2 } }),
      '/scaling',
      'not_applicable',
    ],
    [
      'replicas that are no whole number',
      'kafka',
      (body) => ({ ...body, scaling: { replicas: 1.5 } }),
      '/scaling/replicas',
      'out_of_range',
    ],
  ];
  test.each(badCreates)(
    '%s: 400 with a pointer, nothing stored',
    async (_name, kind, change, pointer, code) => {
      const before = stored(server);
      const response = await server.v1({ path: '/pipes', body: change(requestExample('createPipe', kind)) });
      expectProblem(response, 400, 'validation_failed');
      expect(response.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
      expect(JSON.stringify(response.body)).not.toContain('hunter2');
      expect(stored(server)).toEqual(before);
    },
  );

  test('columns with the same name: at most 50 errors', async () => {
    const body = requestExample('createPipe', 'kafka');
    const columns = Array.from({ length: 10_000 }, () => ({ name: 'same', type: 'String' }));
    const response = await server.v1({
      path: '/pipes',
      body: { ...body, destination: { ...body.destination, columns } },
    });
    expectProblem(response, 400, 'validation_failed');
    expect(response.body.errors).toHaveLength(50);
    expect(response.body.detail).toContain('50 fields');
  });

  test('a body without a command: 400', async () => {
    const { body } = await server.v1({ path: '/pipes', body: requestExample('createPipe', 'kafka') });
    const response = await server.v1({ method: 'PATCH', path: `/pipes/${body.result.id}/state`, body: {} });
    expectProblem(response, 400, 'validation_failed');
    expect(response.body.errors).toEqual([expect.objectContaining({ pointer: '', code: 'invalid_length' })]);
  });
});

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const PRIVATE_KEY = '-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----\n';

function withKafka({ source, ...body }: Record<string, object>, changes: object) {
  const { kafka } = source as { readonly kafka: object };
  return { ...body, source: { kafka: { ...kafka, ...changes } } };
}

/** A second organization with a service and a key of its own. */
async function otherOrganization() {
  const { administration } = server;
  const { id: organizationId } = await administration.createOrganization('Other');
  const { id: serviceId } = await administration.createService(organizationId, 'Other');
  const key = await administration.keys.create({ organizationId, serviceId: null }, 'admin');
  const path = `/v1/organizations/${organizationId}/services/${serviceId}/pipes`;
  return { serviceId, pipes: { path, headers: { authorization: basic(key.id, key.secret) } } };
}
