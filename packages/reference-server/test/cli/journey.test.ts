import { exec } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createManagementClient, createObservabilityClient } from '@penstock/client';
import { requestExamples } from '@penstock/contract/examples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  expectJourneyResult,
  type JourneyClients,
  runJourney,
} from '../../../client/test/support/journey.ts';
import type { FirstCredentials } from '../../src/api/first-start/credentials-file.ts';
import { startProcess as openProcess, type ServerProcess } from '../../src/api/testing/server-process.ts';
import { openTestServer } from '../../src/api/testing/test-server.ts';
import { greeting } from '../../src/cli/greeting.ts';
import { requireSite } from '../support/built-site.ts';
import { contractCheck } from '../support/contract-check.ts';
import { requestExample, secretsIn } from '../support/examples.ts';
import { startProcess, startServer, temporaryFolder } from '../support/test-server.ts';

/** Every secret that the journey sends: those of all request examples of pipes. */
const SECRETS = (['createPipe', 'updatePipe'] as const).flatMap((operationId) =>
  Object.values(requestExamples(operationId)).flatMap(secretsIn),
);

describe('the built server, in a process of its own on a fresh data folder', () => {
  test('serves the whole journey, survives SIGKILL, and leaks nothing', async () => {
    const folder = temporaryFolder();
    const responses = recordedResponses();
    const environment = {
      PENSTOCK_DATA: folder,
      PENSTOCK_RATE_LIMIT: '100000',
      PENSTOCK_SIMULATED_STEP_MS: '20',
      PENSTOCK_LEASE_SECONDS: '1',
    };

    const first = await startProcess(environment);
    const credentials = readCredentials(folder);
    const result = await runJourney(clientsOf(first, credentials, responses.fetch), {
      stateful: true,
      pollMs: 5,
    });
    expect(await first.kill('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });

    const second = await startProcess(environment);
    const clients = clientsOf(second, credentials, responses.fetch);
    await expectJourneyResult(clients, result);
    const { pipes } = clients.management.service(clients);
    const unfinished = await pipes.create(requestExample('createPipe', 'postgres'));
    expect(unfinished.state).toBe('Provisioning');
    await second.kill('SIGKILL');

    const third = await startProcess(environment);
    const again = clientsOf(third, credentials, responses.fetch);
    const settled = await again.management
      .service(again)
      .pipes.waitForState(unfinished.id, 'Running', { pollMs: 5 });
    expect(settled.source).toEqual(unfinished.source);
    expect(await third.kill('SIGTERM')).toEqual({ code: 0, signal: null });

    expect(responses.violations).toEqual([]);
    expect(responses.texts.length).toBeGreaterThan(50);
    const output = [first, second, third].map((process) => process.output()).join('');
    const own = [credentials.management.keySecret, credentials.observability.token];
    const texts = [...responses.texts, output, ...filesOf(folder, 'credentials.json')];
    for (const secret of [...SECRETS, ...own]) {
      expect(
        texts.filter((text) => text.includes(secret)),
        `a text that contains ${secret}`,
      ).toEqual([]);
    }
  });

  describe('on its first start', () => {
    const folder = mkdtempSync(join(tmpdir(), 'penstock-'));
    let server: ServerProcess;
    beforeAll(async () => {
      server = await openProcess({ PENSTOCK_DATA: folder });
    });
    afterAll(async () => {
      await server?.kill('SIGTERM');
      rmSync(folder, { recursive: true });
    });

    test('keeps what it makes to its owner', () => {
      const modes = ['credentials.json', 'secret.key', 'penstock.db'].map(
        (name) => statSync(join(folder, name)).mode & 0o777,
      );
      expect(modes).toEqual([0o600, 0o600, 0o600]);
      expect(Object.keys(readCredentials(folder).management)).toEqual([
        'organizationId',
        'serviceId',
        'keyId',
        'keySecret',
      ]);
      expect(Object.keys(readCredentials(folder).observability)).toEqual(['team', 'token']);
    });

    test('makes other credentials for every data folder, and the same ones stay for one', async () => {
      const environment = { PENSTOCK_DATA: temporaryFolder() };
      const another = await openTestServer({ environment });
      await another.stop();
      expect(another.credentials).not.toEqual(readCredentials(folder));
      const again = await openTestServer({ environment });
      await again.stop();
      expect(again.credentials).toEqual(another.credentials);
    });

    test('prints a curl line for both surfaces that works when it is pasted, and no secret', () =>
      expectCurlLine(server.output(), readCredentials(folder)));

    test('serves the reference at /docs and the health checks without credentials', async () => {
      requireSite();
      const docs = await fetch(`${server.url}/docs`);
      expect([docs.status, docs.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(docs.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect((await fetch(`${server.url}/docs/reference/management/`)).status).toBe(200);
      for (const [path, start] of [
        ['nowhere.html', 'index.html'],
        ['guides/nowhere.html', '../index.html'],
      ]) {
        const missing = await fetch(`${server.url}/docs/${path}`);
        expect([missing.status, await missing.text()]).toEqual([
          404,
          expect.stringContaining(`href="${start}"`),
        ]);
      }
      expect((await fetch(`${server.url}/livez`)).status).toBe(200);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    });
  });

  test('prints a curl line for observability alone that works when it is pasted, and no secret', async () => {
    const surfaces = 'observability';
    const server = await startServer({ environment: { PENSTOCK_SURFACES: surfaces } });
    const { engine } = (await server.call({ path: '/readyz' })).body;
    const credentialsFile = join(server.dataFolder, 'credentials.json');
    const printed = greeting(server.url, { credentialsFile, engine }, { surfaces: [surfaces] });
    await expectCurlLine(printed, server.credentials);
  });
});

async function expectCurlLine(printed: string, { management, observability }: FirstCredentials) {
  const line = printed.split('\n').find((candidate) => candidate.trim().startsWith('curl '));
  const { stdout } = await promisify(exec)(`${line} --silent`);
  expect(stdout).toContain('"name":"Checkout"');
  for (const secret of [management.keySecret, observability.token]) expect(printed).not.toContain(secret);
}

function readCredentials(folder: string): FirstCredentials {
  return JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8'));
}

function clientsOf(
  server: ServerProcess,
  credentials: FirstCredentials,
  fetch: typeof globalThis.fetch,
): JourneyClients {
  const { organizationId, serviceId, keyId, keySecret } = credentials.management;
  const baseUrl = server.url;
  return {
    organizationId,
    serviceId,
    management: createManagementClient({ baseUrl, keyId, keySecret, fetch }),
    observability: createObservabilityClient({ baseUrl, token: credentials.observability.token, fetch }),
  };
}

/** A fetch that keeps every raw response and validates it against the contract. */
function recordedResponses() {
  const check = contractCheck();
  const texts: string[] = [];
  const violations: string[] = [];
  const recording: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, url } = request;
    const response = await fetch(request);
    const text = await response.clone().text();
    texts.push(JSON.stringify([...response.headers]), text);
    violations.push(...check.violations(method, new URL(url).pathname, response, text));
    return response;
  };
  return { fetch: recording, texts, violations };
}

function filesOf(folder: string, except: string): string[] {
  return readdirSync(folder)
    .filter((name) => name !== except)
    .map((name) => readFileSync(join(folder, name), 'latin1'));
}
