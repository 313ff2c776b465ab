import { expect, test, vi } from 'vitest';
import { openSite, themes } from '../support/opened-site.ts';
import { violationsIn } from '../support/violations.ts';

// axe checks every element.
vi.setConfig({ testTimeout: 300_000 });

const site = await openSite();

test('the form of an operation is filled in with the keyboard, explains a server without the API, and has no violations', async () => {
  const page = await site.open('lab/', { viewport: { width: 360, height: 740 } });
  await page.getByLabel('Key ID').fill('key');
  await page.keyboard.press('Tab');
  await page.keyboard.type('secret');
  await page.keyboard.press('Enter');
  await page.getByText('Signed in with key key, until you close this tab').waitFor();

  await page.goto(`${site.url}lab/#updatePipe`);
  const form = page.locator('#lab-form');
  await form.getByRole('button', { name: 'Send PATCH' }).press('Enter');
  expect(await form.getByLabel('organizationId').evaluate((input) => input.matches(':focus:invalid'))).toBe(
    true,
  );
  await form.getByRole('button', { name: 'Fill in the example IDs' }).press('Enter');
  await form.getByText('Optional parameters').press('Enter');
  await form.getByLabel('If-Match').fill('"7"');
  await form.getByLabel('JSON').press('Enter');
  await form.getByRole('button', { name: 'Send PATCH' }).press('Enter');
  await form.getByText('this server does not serve the API').waitFor();
  expect(await form.getByRole('status').textContent()).toMatch(/^404 Not Found/);
  await form.locator('.lab-call details').evaluateAll((all) => {
    for (const details of all) details.setAttribute('open', '');
  });
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsIn(page, 'html'), colorScheme).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(site.browser.violations.splice(0)).toEqual([expect.stringContaining('404')]);
});

test('the curl command of a request can be copied', async () => {
  const page = await site.open('lab/#listAlerts', { permissions: ['clipboard-read', 'clipboard-write'] });
  const form = page.locator('#lab-form');
  await form.getByRole('button', { name: 'Copy as curl' }).click();
  await form.getByRole('button', { name: 'Copied' }).waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain(`curl '${new URL(site.url).origin}/api/v2/alerts'`);
  expect(command).toContain('$PENSTOCK_TOKEN');
});

test('the copy button reports a request that cannot be built', async () => {
  const page = await site.open('lab/#getAlert');
  const form = page.locator('#lab-form');
  await form.getByLabel('alertId').fill('..');
  await form.getByRole('button', { name: 'Copy as curl' }).click();
  await form.getByRole('button', { name: 'Cannot copy' }).waitFor();
});
