import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestServer } from '../../src/api/testing/test-server.ts';
import { closedPort } from '../support/closed-port.ts';
import { requestExample } from '../support/examples.ts';
import { startProcess, temporaryFolder } from '../support/test-server.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

/**
 * Makes a process print at its end which packages of the SDK it has loaded; prom-client needs the API itself. The path of a package is
 * in the URLs of its modules, and in the comments of a file that joins modules.
 */
const REPORT_LOADED = `--import=data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
const loaded = new Set();
registerHooks({ load(url, context, next) {
  const found = next(url, context);
  const text = url + String(found.source ?? '');
  for (const [, name] of text.matchAll(/[/]node_modules[/](@opentelemetry[/](?!api[/])[a-z-]+)[/]/g)) loaded.add(name);
  return found;
} });
process.on('exit', () => console.log('loaded: ' + JSON.stringify([...loaded])));
`)}`;

test('requests, queries and the steps of pipes become spans at an OTLP receiver', async () => {
  const receiver = await startReceiver();
  // OpenTelemetry's own variables are read by its SDK.
  vi.stubEnv('OTEL_SERVICE_NAME', 'penstock-eu');
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await openTestServer({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
  });
  const traceparent = `00-${TRACE}-${CALLER}-01`;
  const listed = await server.v1({ path: '/pipes?limit=1', headers: { traceparent } });
  const created = await server.v1({ path: '/pipes', body: requestExample('createPipe', 'postgres') });
  const { id, state } = created.body.result;
  const stateNow = async () => (await server.v1({ path: `/pipes/${id}` })).body.result.state;
  await expect.poll(stateNow).not.toBe(state);
  await server.call({ path: '/livez' });
  await server.call({ path: '/v1/made-up' });
  // What is left over is sent at the end.
  await server.stop();

  const spans = receiver.spans();
  const list = spans.find(({ name }) => name.endsWith('/pipes') && name.startsWith('GET '));
  expect(list).toMatchObject({
    name: 'GET /v1/organizations/{organizationId}/services/{serviceId}/pipes',
    traceId: TRACE,
    parentSpanId: CALLER,
    kind: 2,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/v1/organizations/{organizationId}/services/{serviceId}/pipes',
      'http.response.status_code': 200,
      'penstock.operation': 'listPipes',
      'penstock.request.id': listed.headers.get('x-request-id'),
    },
  });
  const step = spans.find(({ name }) => name === 'pipe step');
  expect(step?.attributes).toEqual({
    'penstock.pipe.id': id,
    'penstock.pipe.state': 'Provisioning',
  });
  const query = spans.find(({ parentSpanId, name }) => parentSpanId === list?.spanId && name === 'SELECT');
  expect(query?.traceId).toBe(TRACE);
  expect(query?.attributes).toEqual({
    'db.operation.name': 'SELECT',
    'db.query.text': expect.stringMatching(/ from .* where .* \?/),
  });
  // A path that is none of ours is what a caller makes up; health is not worth a span.
  expect(spans.filter(({ name }) => name === 'GET').length).toBe(1);
  expect(JSON.stringify(spans)).not.toMatch(/livez|made-up/);
  expect(receiver.services()).toEqual(['penstock-eu']);
  expect(receiver.requests[0]).toMatchObject({ path: '/v1/traces', type: 'application/json' });
  const { management, observability } = server.credentials;
  for (const secret of [management.keySecret, management.organizationId, observability.token, 'limit=1'])
    expect(JSON.stringify(receiver.bodies)).not.toContain(secret);
});

test('a receiver that is away costs a warning, and no request', async () => {
  const port = await closedPort();
  const server = await startProcess({
    PENSTOCK_DATA: temporaryFolder(),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://user:hush-hush@127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: '100',
    NODE_OPTIONS: REPORT_LOADED,
  });
  expect((await fetch(`${server.url}/v1/made-up`)).status).toBe(404);
  expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(server.output()).toContain('Traces could not be sent');
  expect(server.output()).not.toContain('hush-hush');
  await expect.poll(() => server.output()).toMatch(/loaded: \[.*"@opentelemetry\/sdk-trace"/);
});

test('nothing of OpenTelemetry is loaded while there is nowhere to send traces to', async () => {
  const server = await startProcess({ PENSTOCK_DATA: temporaryFolder(), NODE_OPTIONS: REPORT_LOADED });
  await server.kill('SIGTERM');
  await expect.poll(() => server.output()).toContain('loaded: []');
});

interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly attributes: Record<string, unknown>;
}

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number;
}

interface OtlpAttributes {
  readonly attributes: readonly { readonly key: string; readonly value: OtlpValue }[];
}

interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly resource: OtlpAttributes;
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes'> & OtlpAttributes)[];
    }[];
  }[];
}

/** A collector that keeps what it gets: OTLP over HTTP, as JSON. */
async function startReceiver() {
  const bodies: OtlpBody[] = [];
  const requests: { path: string | undefined; type: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(async (request, response) => {
    const text = (await request.setEncoding('utf8').toArray()).join('');
    const { url: path, headers } = request;
    requests.push({ path, type: headers['content-type'], headers });
    bodies.push(JSON.parse(text));
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const resources = () => bodies.flatMap(({ resourceSpans }) => resourceSpans);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    requests,
    spans: (): ReceivedSpan[] =>
      resources()
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: valuesOf(span) })),
    services: () => [...new Set(resources().map(({ resource }) => valuesOf(resource)['service.name']))],
  };
}

function valuesOf({ attributes }: OtlpAttributes): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );
}
