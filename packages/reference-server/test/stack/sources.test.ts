import { type EnginePort, engineFolderAt, remoteEngine } from '@penstock/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatToken } from '../../src/api/access/token.ts';
import { makeReaders } from '../../src/api/testing/credentials.ts';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { ENGINE_INSTALLED, withEngine } from '../support/engine.ts';
import { create, entriesOf, expectProblem, newBody, resource, SURFACES } from '../support/stack-surface.ts';
import { startServer } from '../support/test-server.ts';

const LOGS = '(time DateTime, service String, level String, msg String) ENGINE = MergeTree ORDER BY time';
const TRACES =
  '(Timestamp DateTime64(9), ServiceName String, TraceId String, SpanId String, ParentSpanId String, SpanName String, Duration UInt64) ENGINE = MergeTree ORDER BY Timestamp';

describe.runIf(ENGINE_INSTALLED)('sources with an engine', () => {
  let server: TestServer;
  let engine: EnginePort;

  beforeAll(async () => {
    server = await openTestServer({ environment: withEngine() });
    engine = remoteEngine({ url: 'http://engine', socketPath: engineFolderAt(server.dataFolder).socket });
    await engine.command({ sql: 'CREATE DATABASE IF NOT EXISTS default' });
    await engine.command({ sql: `CREATE TABLE default.app_logs ${LOGS}` });
    await engine.command({ sql: `CREATE TABLE default.app_spans ${TRACES}` });
  });
  afterAll(async () => {
    await engine?.close();
    await server?.stop();
  });

  describe.each(SURFACES)('$name', (surface) => {
    const send: TestServer['call'] = (call) => surface.send(server, call);
    const make = (body: object) => create(surface, server, 'sources', body);
    const log = (options: object) => ({ ...newBody(resource('sources')), ...options });
    const table = (tableName: string) => ({ from: { databaseName: 'default', tableName } });
    const statusOf = async (id: string) => surface.in(await send({ path: `/sources/${id}` })).status;
    const infer = (body: object) =>
      send({ path: '/sources/infer', body: { databaseName: 'default', ...body } });

    test('the status changes with the table, and a PUT ignores it', async () => {
      const tableName = `later_${surface.name.replaceAll('/', '_')}`;
      const created = await make(log(table(tableName)));
      const before = await send({ path: `/sources/${created.id}` });
      const read = surface.in(before);
      expect(read).toEqual(created);
      expect(read.status).toEqual({
        ready: false,
        reason: {
          code: 'table_missing',
          message: `The table default.${tableName} does not exist yet. Create it, or wait until the first rows have arrived.`,
          pointer: '/from/tableName',
        },
      });
      const columns =
        'Timestamp DateTime, ServiceName String, Body String, SeverityText String, TraceId String';
      await engine.command({
        sql: `CREATE TABLE default.${tableName} (${columns}) ENGINE = MergeTree ORDER BY Timestamp`,
      });
      expect((await statusOf(created.id)).reason).toMatchObject({
        code: 'column_missing',
        pointer: '/spanIdExpression',
      });
      await engine.command({ sql: `ALTER TABLE default.${tableName} ADD COLUMN SpanId String` });

      const path = `/sources/${created.id}`;
      const put = await send({ method: 'PUT', path, body: { ...read, name: 'Renamed' } });
      const { updatedAt } = surface.in(put);
      const status = { ready: true };
      expect([put.status, surface.in(put)]).toEqual([200, { ...read, name: 'Renamed', updatedAt, status }]);
      const same = await send({
        method: 'PUT',
        path,
        body: { ...surface.in(put), status: { ready: false } },
      });
      expect(same.headers.get('etag')).toBe(put.headers.get('etag'));
      expect(before.headers.get('etag')).not.toBe(put.headers.get('etag'));
      expect(await statusOf(created.id)).toEqual({ ready: true });
      const lists = surface.in(await send({ path: '/sources?limit=1000' }));
      for (const source of lists) expect(source).not.toHaveProperty('status');
    });

    test('a proposal is accepted unchanged, and is ready', async () => {
      const { source, missing } = surface.in(await infer({ tableName: 'app_logs' }));
      expect(source).toEqual({
        name: 'app_logs',
        kind: 'log',
        connection: 'default',
        from: { databaseName: 'default', tableName: 'app_logs' },
        timestampValueExpression: 'time',
        defaultTableSelectExpression: 'time, service, level, msg',
        serviceNameExpression: 'service',
        severityTextExpression: 'level',
        bodyExpression: 'msg',
      });
      expect(missing).toEqual(['traceIdExpression', 'spanIdExpression', 'resourceAttributesExpression']);
      expect(await statusOf((await make(source)).id)).toEqual({ ready: true });
      const trace = surface.in(await infer({ tableName: 'app_spans' })).source;
      expect(trace).toMatchObject({ kind: 'trace', durationPrecision: 9 });
      expect(await statusOf((await make(trace)).id)).toEqual({ ready: true });
      const session = surface.in(await infer({ tableName: 'app_logs', kind: 'session' })).source;
      expect(await statusOf((await make(session)).id)).toEqual({ ready: true });
    });

    test('a table that cannot be that of a source is rejected', async () => {
      const rejected = [
        [{ tableName: 'nothing' }, 'reference_not_found', '/tableName', 'reference_not_found'],
        [
          { databaseName: 'nowhere', tableName: 't' },
          'reference_not_found',
          '/tableName',
          'reference_not_found',
        ],
        [{ tableName: 'app_logs', kind: 'metric' }, 'validation_failed', '/kind', 'not_applicable'],
        [
          { databaseName: 'system', tableName: 'tables' },
          'validation_failed',
          '/databaseName',
          'not_applicable',
        ],
      ] as const;
      for (const [body, code, pointer, entry] of rejected) {
        const response = await infer(body);
        expectProblem(response, 400, code);
        expect(entriesOf(response)).toEqual([{ pointer, code: entry }]);
      }
    });

    test('databases of the engine are rejected', async () => {
      const { id } = await make(log({}));
      for (const databaseName of ['system', 'information_schema', 'INFORMATION_SCHEMA', 'penstock']) {
        const body = log({ from: { databaseName, tableName: 'tables' } });
        for (const call of [
          { path: '/sources', body },
          { method: 'PUT', path: `/sources/${id}`, body },
        ]) {
          const response = await send(call);
          expectProblem(response, 400, 'validation_failed');
          expect(entriesOf(response)).toEqual([{ pointer: '/from/databaseName', code: 'not_applicable' }]);
        }
      }
    });
  });

  test('a session source needs a trace source', async () => {
    const team = await server.administration.createTeam('Without sources', [
      server.credentials.management.serviceId,
    ]);
    const { id, secret } = await server.administration.tokens.create({ teamId: team.id }, 'admin');
    const headers = { authorization: `Bearer ${formatToken(id, secret)}` };
    const body = { databaseName: 'default', tableName: 'app_logs', kind: 'session' };
    const response = await server.call({ path: '/api/v2/sources/infer', body, headers });
    expectProblem(response, 400, 'validation_failed');
    expect(entriesOf(response)).toEqual([{ pointer: '/kind', code: 'not_applicable' }]);
  });

  test('a database of a service that the tenant cannot read is reported', async () => {
    const body = newBody(resource('sources'));
    const from = { databaseName: 'another__default', tableName: 't' };
    const before = (await server.v2({ path: '/sources', body: { ...body, from } })).body.data.id;
    const { organizationId } = server.credentials.management;
    await server.administration.createService(organizationId, 'Another', 'another__');
    expect((await server.v2({ path: `/sources/${before}` })).body.data.status).toMatchObject({
      ready: false,
      reason: { code: 'database_not_readable', pointer: '/from/databaseName' },
    });
    const response = await server.v2({ path: '/sources/infer', body: from });
    expectProblem(response, 400, 'reference_not_found');
    expect(entriesOf(response)).toEqual([{ pointer: '/databaseName', code: 'reference_not_found' }]);
  });

  test('readers may infer', async () => {
    const { observability: authorization } = await makeReaders(server);
    const body = { databaseName: 'default', tableName: 'app_logs' };
    const { status } = await server.call({ path: '/api/v2/sources/infer', body, headers: { authorization } });
    expect(status).toBe(200);
  });
});

test('without an engine, sources are not ready, and inference is not implemented', async () => {
  const { v2 } = await startServer();
  const { id } = (await v2({ path: '/sources', body: newBody(resource('sources')) })).body.data;
  expect((await v2({ path: `/sources/${id}` })).body.data.status).toEqual({
    ready: false,
    reason: { code: 'engine_unavailable', message: expect.stringContaining('no engine') },
  });
  const response = await v2({
    path: '/sources/infer',
    body: { databaseName: 'default', tableName: 'otel_logs' },
  });
  expectProblem(response, 501, 'not_implemented');
});
