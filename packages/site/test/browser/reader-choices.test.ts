import { contractDocument } from '@penstock/contract/documents';
import { expect, test } from 'vitest';
import { codeSamples, documentedOperations } from '../../src/building.ts';
import { builtSite, hashedPath, text } from '../support/built-site.ts';
import { changelogSince, differentContract } from '../support/changed-changelog.ts';
import { openSite } from '../support/opened-site.ts';

const site = await openSite();
const files = await builtSite();
const createPipe = 'reference/management/pipes/createPipe/';
const samples = codeSamples(
  documentedOperations(contractDocument('management')).find(
    ({ operationId }) => operationId === 'createPipe',
  ) ?? expect.fail('createPipe does not exist.'),
);

test('the selected language is remembered for all pages, and samples can be copied', async () => {
  const page = await site.open(createPipe, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('radio', { name: 'Go', exact: true }).check({ force: true });
  await page.locator('.samples').getByRole('radio', { name: 'A Postgres database' }).check({ force: true });
  const displayed = page.locator('.samples figure:visible');
  expect(await displayed.count()).toBe(1);
  await displayed.getByRole('button', { name: 'Copy' }).click();
  await displayed.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const sample = samples.find(({ lang, example }) => lang === 'go' && example === 'postgres');
  expect(copied.trimEnd()).toBe(sample?.source);
  await page.goto(`${site.url}reference/observability/alerts/createAlert/`);
  await expect.poll(() => page.locator('.samples figcaption:visible').textContent()).toContain('Go: ');
});

test('the tabs of samples need no JavaScript', async () => {
  const page = await site.open(createPipe, { javaScriptEnabled: false });
  await page.getByRole('radio', { name: 'Rust', exact: true }).check({ force: true });
  await page.locator('.samples').getByRole('radio', { name: 'Azure Event Hubs' }).check({ force: true });
  const sample = samples.find(({ lang, example }) => lang === 'rust' && example === 'kafkaEventHubs');
  const displayed = page.locator('.samples figure:visible pre');
  expect((await displayed.allTextContents()).map((code) => code.trimEnd())).toEqual([sample?.source]);
});

test('the Markdown of a page can be copied', async () => {
  const page = await site.open(createPipe, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    text(files, `${createPipe}index.md`),
  );
});

test('the changelog displays only the changes of the chosen operations, and remembers them', async () => {
  const page = await site.browser.newPage();
  const changed = await changelogPage();
  await page.route('**/changelog.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: changed }),
  );
  await page.goto(`${site.url}changelog.html`);
  const visible = page.locator('li[data-operations]:visible');
  const all = await visible.count();
  await page.getByText('Only the operations that I use').click();
  await page.getByRole('checkbox', { name: 'updatePipe', exact: true }).check();
  const chosen = await visible.count();
  expect(chosen).toBeGreaterThan(0);
  expect(chosen).toBeLessThan(all);
  for (const item of await visible.all())
    expect(await item.getAttribute('data-operations')).toMatch(/^$|\bupdatePipe\b/);
  await page.reload();
  await expect.poll(() => page.getByRole('status').textContent()).toContain(`${chosen} of ${all} changes`);
  await page.getByText('Only the operations that I use').click();
  await page.getByRole('button', { name: 'All operations' }).click();
  expect(await visible.count()).toBe(all);
});

/** The page of the changelog for a contract that has changed, with the published names of its assets. */
async function changelogPage(): Promise<string> {
  const { page } = await changelogSince(differentContract);
  return page.replaceAll(/(?<=(?:href|src)=")[\w/-]+\.\w+(?=")/g, (path) => hashedPath(files, path) ?? path);
}
