import type { Page } from '@penstock/browser';
import { expect, test } from 'vitest';
import { linkTo, openSite } from '../support/opened-site.ts';

const site = await openSite();

test('a choice displays the fields of the selected option, without JavaScript', async () => {
  const page = await site.open(linkTo('createPipe'), { javaScriptEnabled: false });
  expect(await isVisible(page, 'body.source.kafka.brokers')).toBe(true);
  expect(await isVisible(page, 'body.source.postgres.host')).toBe(false);
  await select(page, 'body.source', 'postgres');
  expect(await isVisible(page, 'body.source.kafka.brokers')).toBe(false);
  expect(await isVisible(page, 'body.source.postgres.host')).toBe(true);
});

test('a display type hides the fields that it does not have, and "all" displays them again', async () => {
  const page = await site.open(linkTo('createDashboard'));
  const fields = ['markdown', 'groupBy', 'displayType'].map((name) => `body.tiles.config.${name}`);
  const visible = () => Promise.all(fields.map((id) => isVisible(page, id)));
  expect(await visible()).toEqual([true, true, true]);
  await select(page, 'body.tiles.config', 'markdown');
  expect(await visible()).toEqual([true, false, true]);
  await select(page, 'body.tiles.config', 'all');
  expect(await visible()).toEqual([true, true, true]);
});

test.each([
  ['in another option', 'body.source.postgres.host'],
  ['in closed details', 'response.result.source.kafka.brokers'],
])('a link to a field %s displays it', async (_, id) => {
  const page = await site.open(`${linkTo('createPipe')}#${id}`);
  await expect.poll(() => isVisible(page, id)).toBe(true);
  await expect.poll(async () => (await field(page, id).boundingBox())?.y).toBeLessThan(400);
  expect(await isVisible(page, 'body.source.kafka.brokers')).toBe(!id.includes('postgres'));
});

test('an invalid fragment has no effect', async () => {
  const page = await site.open(`${linkTo('createPipe')}#%E0%A4%A`);
  await page.getByRole('heading', { level: 1, name: 'Create a pipe' }).waitFor();
});

test('the switch of the provenance is off at first, and remembered for other pages', async () => {
  const page = await site.open(linkTo('getPipe'));
  const marks = page.locator('.provenance:visible');
  expect(await marks.count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Show where this comes from' }).check();
  expect(await marks.count()).toBeGreaterThan(3);
  await page.goto(site.url + linkTo('listAlerts'));
  await expect.poll(() => marks.count()).toBeGreaterThan(3);
});

test('on a phone a button opens the pages of the reference, without JavaScript', async () => {
  const options = { javaScriptEnabled: false, viewport: { width: 360, height: 740 } };
  const page = await site.open(linkTo('createPipe'), options);
  const link = page.getByRole('navigation', { name: 'Reference' }).getByRole('link', { name: 'List pipes' });
  expect(await link.count()).toBe(0);
  await page.getByRole('button', { name: 'Pages of the reference' }).click();
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'List pipes' }).waitFor();
});

function field(page: Page, id: string) {
  return page.locator(`[id="${id}"]`);
}

function isVisible(page: Page, id: string): Promise<boolean> {
  return field(page, id).isVisible();
}

/** Selects an option of the choice of an object. */
async function select(page: Page, id: string, option: string): Promise<void> {
  await field(page, id).locator('.choice').first().getByText(option, { exact: true }).click();
}
