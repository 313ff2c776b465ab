import type { Locator } from '@penstock/browser';
import { expect, test } from 'vitest';
import { openSite, whenDrawn } from '../support/opened-site.ts';

const site = await openSite();

test.each([
  ['an operation', 'create pipe', /pipes\/createPipe\/$/],
  ['a field', 'replicaCpuMillicores', /reference\/management\/pipes\/.*replicaCpuMillicores/],
  ['an error code', 'pipe_state_conflict', /reference\/errors\/pipe_state_conflict\/$/],
  ['a guide', 'retries', /guides\/idempotency\.html/],
])('finds %s with the keyboard', async (_, query, target) => {
  const page = await site.open('index.html');
  await page.keyboard.press('/');
  await toHaveFocus(page.getByRole('combobox'));
  await page.keyboard.type(query);
  await expect.poll(() => page.getByRole('option', { selected: true }).getAttribute('href')).toMatch(target);
  await page.keyboard.press('Enter');
  await page.waitForURL(target);
});

test.each(['index.html', 'guides/errors.html', 'reference/management/document/'])(
  'opens with both shortcuts on %s, and Escape returns the focus',
  async (path) => {
    const page = await site.open(path);
    await whenDrawn(page);
    const link = page.getByRole('navigation', { name: 'Site' }).getByRole('link').first();
    const dialog = page.getByRole('dialog', { name: 'Search' });
    for (const shortcut of ['/', 'Control+k']) {
      await link.focus();
      await page.keyboard.press(shortcut);
      await toHaveFocus(dialog.getByRole('combobox'));
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await toHaveFocus(link);
    }
  },
);

test('arrow keys move through the results and wrap around', async () => {
  const page = await site.open('index.html');
  await page.keyboard.press('/');
  await toHaveFocus(page.getByRole('combobox'));
  await page.keyboard.type('alert');
  const options = page.getByRole('option');
  await expect.poll(() => options.count()).toBeGreaterThan(2);
  const selected = () => options.evaluateAll((all) => all.findIndex((one) => one.ariaSelected === 'true'));
  const last = (await options.count()) - 1;
  const visited: number[] = [];
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown']) {
    await page.keyboard.press(key);
    visited.push(await selected());
  }
  expect(visited).toEqual([1, 2, 1, 0, last, 0]);
  const active = await page.getByRole('combobox').getAttribute('aria-activedescendant');
  expect(await options.first().getAttribute('id')).toBe(active);
});

test('the selected result is visible in high-contrast mode', async () => {
  const page = await site.open('index.html', { forcedColors: 'active' });
  await page.keyboard.press('/');
  await toHaveFocus(page.getByRole('combobox'));
  await page.keyboard.type('alert');
  const options = page.getByRole('option');
  await expect.poll(() => options.count()).toBeGreaterThan(1);
  const [chosen, ...others] = await options.evaluateAll((all) =>
    all.map((option) => getComputedStyle(option).backgroundColor),
  );
  expect(others).not.toContain(chosen);
});

test('a slash is a character in a text field', async () => {
  const page = await site.open('index.html');
  await page.keyboard.press('/');
  await toHaveFocus(page.getByRole('combobox'));
  await page.keyboard.type('/v1/organizations');
  expect(await page.getByRole('combobox').inputValue()).toBe('/v1/organizations');
});

test('reports that nothing was found', async () => {
  const page = await site.open('index.html');
  await page.keyboard.press('/');
  await toHaveFocus(page.getByRole('combobox'));
  await page.keyboard.type('qqqqzzzz');
  await page.getByText('Nothing found').waitFor();
  expect(await page.getByRole('option').count()).toBe(0);
});

async function toHaveFocus(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluateAll(([one]) => one === document.activeElement)).toBe(true);
}
