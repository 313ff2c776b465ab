import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@penstock/browser';
import { watchedBrowser } from '@penstock/browser/watched-browser';
import { startMock } from '@penstock/mock';
import { referencePolicy } from '@penstock/site';
import { buildSite } from '@penstock/site/build';
import { serveFolder } from '@penstock/site/dev';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openTestServer } from '../../src/api/testing/test-server.ts';
import { requireSite } from '../support/built-site.ts';
import { openForm, send, signIn, storedBy } from '../support/lab-page.ts';

// The pages take seconds on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const origins = new Set<string>();
const browser = await watchedBrowser((origin) => origins.has(origin));

describe('on the reference server', async () => {
  requireSite();
  const server = await openTestServer();
  afterAll(server.stop);
  origins.add(server.url);
  const docs = `${server.url}/docs/`;
  const { management, observability } = server.credentials;
  const key = {
    'Key ID': management.keyId,
    'Key secret': management.keySecret,
    'Organization ID': management.organizationId,
    'Service ID': management.serviceId,
  };

  test('after one sign-in, a pipe is created, watched, commanded and read on another page', async () => {
    const page = await browser.newPage();
    await openForm(page, docs, 'createPipe');
    await signIn(page, key);
    const created = await send(page);
    await created.getByText('200 OK').waitFor();
    const pipe = page.locator('.lab-pipe');
    await pipe.getByText(/: Running\. Data moves\.$/).waitFor();
    expect(await pipe.locator('.node.lit').textContent()).toContain('Running');

    const resync = pipe.getByRole('button', { name: 'Resync' });
    expect(await resync.getAttribute('aria-disabled')).toBe('true');
    expect(await describedBy(resync)).toBe(
      'Only pipes with replication accept resync: 409 command_not_supported.',
    );
    await resync.press('Enter');
    expect(await pipe.locator('.lab-call').count()).toBe(0);

    await pipe.getByRole('button', { name: 'Stop', exact: true }).click();
    await pipe.getByText(/: Stopped\./).waitFor();
    await pipe.getByRole('button', { name: 'Start', exact: true }).click();
    await pipe.getByText(/: Running\./).waitFor();

    await openForm(page, docs, 'getPipe');
    const read = await send(page);
    await read.getByText('200 OK').waitFor();
    expect(await read.textContent()).toContain('Orders from the broker');
    expect(await read.textContent()).toContain('$PENSTOCK_KEY_ID:$PENSTOCK_KEY_SECRET');
    expect(await page.locator('body').innerHTML()).not.toContain(management.keySecret);
  });

  test('an outdated entity tag is rejected, and a repeated key is replayed', async () => {
    const page = await browser.newPage();
    await page.goto(`${docs}lab/`);
    await signIn(page, key);
    const pipe = page.locator('.lab-pipe');
    await pipe.getByRole('button', { name: 'Create twice with one key' }).click();
    const [second, first] = [pipe.locator('.lab-call').nth(0), pipe.locator('.lab-call').nth(1)];
    await second.getByText(/200 OK .* a replay of the first response/).waitFor();
    expect(await second.textContent()).toContain('Idempotency-Replayed');
    expect(await first.textContent()).not.toContain('Idempotency-Replayed');
    await pipe.getByText(/: Running\./).waitFor();

    await pipe.getByRole('button', { name: 'Rename with the current ETag' }).click();
    await pipe.getByText('Orders from the broker (2): Running.').waitFor();
    await pipe.getByRole('button', { name: 'Rename with the outdated ETag' }).click();
    await pipe.getByText('412 Precondition Failed').first().waitFor();
    const problem = pipe.getByRole('link', { name: 'precondition_failed' });
    expect(await problem.getAttribute('href')).toBe(`${docs}reference/errors/precondition_failed/`);
    expect(browser.violations.splice(0)).toEqual([expect.stringContaining('412')]);
  });

  test('rejected locations are marked in the body', async () => {
    const page = await browser.newPage();
    await openForm(page, docs, 'createPipe');
    await signIn(page, key);
    await page.getByLabel('JSON').fill('{ "name": "", "source": { "kafka": { "brokers": 5 } } }');
    const rejected = await send(page);
    await rejected.getByText('400 Bad Request').waitFor();
    expect(await rejected.locator('mark').allTextContents()).toEqual(['{', '""', '{', '5']);
    expect(await rejected.locator('pre em').allTextContents()).toContainEqual(
      expect.stringContaining('destination is required'),
    );
    expect(browser.violations.splice(0)).toEqual([expect.stringContaining('400')]);
  });

  test('a wrong token is rejected, and the right one stays in the memory of the tab', async () => {
    const page = await browser.newPage();
    await openForm(page, docs, 'createAlert');
    await signIn(page, { Token: 'not-the-token' });
    const rejected = await send(page);
    await rejected.getByText('401 Unauthorized').waitFor();
    expect(await rejected.getByRole('link', { name: 'unauthenticated' }).count()).toBe(1);
    expect(browser.violations.splice(0)).toEqual([expect.stringContaining('401')]);
    await signIn(page, { Token: observability.token });
    await page.reload();
    await page.getByRole('button', { name: 'Open the form' }).click();
    await (await send(page)).getByText('200 OK').waitFor();

    const stored = await storedBy(page);
    expect(JSON.stringify(stored)).not.toContain(observability.token);
    expect(stored).toMatchObject({
      local: {},
      databases: [],
      caches: [],
      name: '',
      context: { cookies: [] },
    });
    expect(stored.session).toEqual({ 'penstock-lab-tab': expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(stored.address).toBe(`${docs}reference/observability/alerts/createAlert/`);

    const other = await page.context().newPage();
    await openForm(other, docs, 'createAlert');
    expect(await other.locator('.lab-sign-in summary').textContent()).toBe('Sign in');

    await page.locator('.lab-sign-in summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Open the form' }).click();
    await page.getByText('Sign in', { exact: true }).first().waitFor();
  });
});

test('the mock is reached from a site that was built for it', async () => {
  const mock = await startMock({ port: 0 });
  afterAll(() => mock.close());
  const folder = await mkdtemp(join(tmpdir(), 'penstock-'));
  afterAll(() => rm(folder, { recursive: true }));
  await buildSite(folder, { tryIt: [mock.url], compress: false });
  const site = await serveFolder(folder, { policy: referencePolicy([mock.url]) });
  afterAll(site.stop);
  for (const url of [mock.url, site.url]) origins.add(new URL(url).origin);

  const page = await browser.newPage();
  await page.goto(`${site.url}lab/#getPipe`);
  await page.locator('#lab-form').getByRole('button', { name: 'Fill in the example IDs' }).click();
  await signIn(page, { 'Key ID': 'key', 'Key secret': 'secret' });
  const read = await send(page);
  await read.getByText('200 OK').waitFor();
  expect(await read.textContent()).toContain(`GET ${mock.url}/v1/`);
  // All headers of the contract are readable.
  expect(await read.textContent()).toContain('The ID of the request, a UUID v4');
});

/** Returns the text that explains an element. */
function describedBy(element: Locator): Promise<string | null | undefined> {
  return element.evaluate(
    (described) => document.getElementById(described.getAttribute('aria-describedby') ?? '')?.textContent,
  );
}
