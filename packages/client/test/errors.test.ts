import { expect, test } from 'vitest';
import {
  createManagementClient,
  createObservabilityClient,
  type Fetch,
  type PipeCreate,
} from '../src/index.ts';
import { printed } from './support/printed.ts';
import { requestExamples } from './support/request-examples.ts';
import { KEY_SECRET, PIPE_ID, SCOPE, TOKEN } from './support/scope.ts';
import { type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';

const BODY = requestExamples('createPipe').kafka as PipeCreate;

/** The credentials in every form in which they are sent, and the secret and identifying values of the body. */
const SENT: readonly string[] = [
  KEY_SECRET,
  btoa(`key:${KEY_SECRET}`),
  TOKEN,
  'correct-horse-battery-staple',
  'orders_reader',
  'broker-1.example.net',
];

function expectNothingSent(value: unknown): void {
  const text = printed(value);
  for (const secret of SENT) expect(text).not.toContain(secret);
}

function clients(baseUrl: string, fetch?: Fetch) {
  const common = { baseUrl, fetch, retries: 0 };
  return {
    management: createManagementClient({ ...common, keyId: 'key', keySecret: KEY_SECRET }),
    observability: createObservabilityClient({ ...common, token: TOKEN }),
  };
}

async function failures({ management, observability }: ReturnType<typeof clients>): Promise<unknown[]> {
  const { pipes } = management.service(SCOPE);
  const calls = [
    pipes.create(BODY),
    pipes.update(PIPE_ID, BODY as never),
    observability.alerts.create(BODY as never),
  ];
  const outcomes = await Promise.allSettled(calls);
  return outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : expect.unreachable()));
}

/** Starts a server that repeats the request, like a debugging proxy. */
const echo = (status: number, contentType: string): Promise<ScriptedServer> =>
  startScriptedServer((request) => ({
    status,
    headers: { 'content-type': contentType },
    body: contentType === 'application/json' ? { ...request } : `<pre>${JSON.stringify(request)}</pre>`,
  }));

test('clients, services and calls never print the credential', async () => {
  const { management, observability } = clients('http://127.0.0.1:9');
  const service = management.service(SCOPE);
  const call = service.pipes.create(BODY);
  for (const value of [management, management.raw, observability, observability.raw, service, call]) {
    expectNothingSent(value);
  }
  await call.catch(expectNothingSent);
});

test.each([
  [500, 'text/html'],
  [400, 'application/json'],
  [200, 'text/html'],
  [200, 'application/json'],
])('errors contain nothing that was sent if a %i response of %s repeats it', async (status, contentType) => {
  const server = await echo(status, contentType);
  const errors = await failures(clients(server.url));
  expect(errors).toHaveLength(3);
  errors.forEach(expectNothingSent);
});

test('errors contain nothing that was sent if the connection fails', async () => {
  (await failures(clients('http://127.0.0.1:9'))).forEach(expectNothingSent);
});

test("errors contain nothing that was sent if the caller's fetch throws it", async () => {
  const fetch = async (url: string, init: RequestInit) => {
    const details = { url, init, headers: init.headers, body: init.body };
    throw Object.assign(new Error(`failed: ${JSON.stringify(details)}`), details, { cause: details });
  };
  (await failures(clients('https://api.example', fetch))).forEach(expectNothingSent);
});
