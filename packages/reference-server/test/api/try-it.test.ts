import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@penstock/browser';
import { watchedBrowser } from '@penstock/browser/watched-browser';
import { operations } from '@penstock/contract';
import { startMock } from '@penstock/mock';
import { referencePolicy } from '@penstock/site';
import { buildSite } from '@penstock/site/build';
import { serveFolder } from '@penstock/site/dev';
import { afterAll, describe, expect, test } from 'vitest';
import { basic } from '../../src/api/testing/credentials.ts';
import { openTestServer } from '../../src/api/testing/test-server.ts';
import { requireSite } from '../support/built-site.ts';
import {
  closeTryIt,
  enterCredentials,
  enterParameters,
  openTryIt,
  readCredential,
  send,
} from '../support/try-it-page.ts';

const origins = new Set<string>();
const browser = await watchedBrowser((origin) => origins.has(origin));

describe('on the reference server', async () => {
  requireSite();
  const server = await openTestServer();
  afterAll(server.stop);
  origins.add(server.url);
  const docs = `${server.url}/docs/`;
  const { organizationId, serviceId, keyId, keySecret } = server.credentials.management;
  const { token } = server.credentials.observability;

  test('a pipe is created and read with an API key', async () => {
    const page = await browser.newPage();
    await openTryIt(page, docs, operations.createPipe);
    await enterCredentials(page, { Username: keyId, Password: keySecret });
    await enterParameters(page, { organizationId, serviceId });
    const created = await send(page, operations.createPipe);
    expect(created).toMatchObject({ status: 200, authorization: basic(keyId, keySecret) });
    expect(created.displayed).toContain(created.body.result.id);
    await closeTryIt(page);

    await openTryIt(page, docs, operations.getPipe);
    await enterParameters(page, { organizationId, serviceId, pipeId: created.body.result.id });
    const read = await send(page, operations.getPipe);
    expect(read).toMatchObject({ status: 200, authorization: basic(keyId, keySecret) });
    expect(read.body.result).toMatchObject({ id: created.body.result.id, name: created.body.result.name });
    expect(read.displayed).toContain(created.body.result.id);
  });

  // In one test, because the page takes several seconds to draw.
  test('a wrong token is displayed as a problem, the right one creates an alert, and a new page has forgotten it', async () => {
    const page = await browser.newPage();
    await openTryIt(page, docs, operations.createAlert);
    await enterCredentials(page, { 'Bearer Token': 'not-the-token' });
    const rejected = await send(page, operations.createAlert);
    expect(rejected.status).toBe(401);
    expect(rejected.displayed).toContain('unauthenticated');
    expect(browser.violations.splice(0)).toEqual([expect.stringContaining('401')]);

    await enterCredentials(page, { 'Bearer Token': token });
    const created = await send(page, operations.createAlert);
    expect(created).toMatchObject({ status: 200, authorization: `Bearer ${token}` });
    expect(created.displayed).toContain(created.body.data.id);
    expect(await keptBy(page)).not.toContain(token);

    await page.reload();
    await openTryIt(page, docs, operations.createAlert);
    expect(await readCredential(page, 'Bearer Token')).toBe('');
  });
});

describe('on the mock, from a site that was built for it', async () => {
  const mock = await startMock({ port: 0 });
  afterAll(() => mock.close());
  const folder = await buildInto(mock.url);
  const site = await serveFolder(folder, { policy: referencePolicy([mock.url]) });
  afterAll(site.stop);
  for (const url of [mock.url, site.url]) origins.add(new URL(url).origin);

  test('a pipe is read with an API key', async () => {
    const page = await browser.newPage();
    await openTryIt(page, site.url, operations.getPipe);
    await enterCredentials(page, { Username: 'key', Password: 'secret' });
    const read = await send(page, operations.getPipe);
    expect(read).toMatchObject({ status: 200, authorization: basic('key', 'secret') });
    expect(read.displayed).toContain(read.body.result.id);
    expect(new URL(read.url).origin).toBe(mock.url);
  });

  test('an alert is created with a token', async () => {
    const page = await browser.newPage();
    await openTryIt(page, site.url, operations.createAlert);
    await enterCredentials(page, { 'Bearer Token': 'any' });
    const created = await send(page, operations.createAlert);
    expect(created).toMatchObject({ status: 200, authorization: 'Bearer any' });
    expect(created.displayed).toContain(created.body.data.id);
  });
});

async function buildInto(origin: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'penstock-'));
  afterAll(() => rm(folder, { recursive: true }));
  await buildSite(folder, { tryIt: [origin] });
  return folder;
}

/** Everything that a page can keep: in storages, cookies and its address. */
async function keptBy(page: Page): Promise<string> {
  const kept = await page.evaluate(async () => ({
    storages: [{ ...localStorage }, { ...sessionStorage }],
    cookies: document.cookie,
    address: location.href,
    databases: await indexedDB.databases(),
  }));
  expect(kept.databases).toEqual([]);
  return JSON.stringify([kept, await page.context().storageState()]);
}
