import type { Page } from '@penstock/browser';
import { describe, expect, test, vi } from 'vitest';
import { openedPages } from '../support/opened-pages.ts';
import { openSite, themes, whenDrawn } from '../support/opened-site.ts';
import ledger from '../support/scalar-violations.json' with { type: 'json' };
import { colourViolationsIn, layoutViolationsIn, violationsIn } from '../support/violations.ts';

// axe checks every element, and a page can have thousands.
vi.setConfig({ testTimeout: 300_000 });

const site = await openSite();
const ownPages = openedPages(site.pages);

test('the landing page has no violations on a phone, where the navigation is another one', async () => {
  const page = await site.open('index.html', { viewport: { width: 360, height: 740 } });
  expect(await violationsIn(page, 'html')).toEqual([]);
});

describe.each(themes)('in the %s theme', (colorScheme) => {
  test('the search has no violations', async () => {
    const page = await site.open('index.html', { colorScheme });
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill('alert');
    await page.getByRole('option').first().waitFor();
    expect(await violationsIn(page, 'dialog')).toEqual([]);
  });

  test('the outline before Scalar is loaded has no violations', async () => {
    const page = await site.browser.newPage({ colorScheme });
    await page.route('**/scalar/standalone.esm.*.js', () => {});
    await page.goto(`${site.url}reference/management/document/`, { waitUntil: 'commit' });
    await page.getByText('Loading the document').waitFor();
    expect(await violationsIn(page, 'html')).toEqual([]);
  });

  test('the introduction by Scalar has only the violations of the ledger', async () => {
    const page = await site.open('reference/management/document/', { colorScheme });
    await whenDrawn(page);
    expect(await violationsIn(page, { exclude: ['#reference'] })).toEqual([]);
    await expectWithinLedger(page, '#reference', ledger.introduction);
  });

  test('an operation by Scalar has only the violations of the ledger', async () => {
    const page = await site.open(
      `reference/observability/document/#${encodeURI('tag/alerts/POST/api/v2/alerts')}`,
      { colorScheme },
    );
    await page.locator('[id$="/tag/alerts/POST/api/v2/alerts"]').getByRole('heading').first().waitFor();
    expect(await violationsIn(page, { exclude: ['#reference'] })).toEqual([]);
    await expectWithinLedger(page, '#reference', ledger.operation);
  });
});

test.each(ownPages)('%s has no violations, in both themes and on a phone', async (path) => {
  const page = await site.open(path);
  expect(await violationsIn(page, 'html'), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colourViolationsIn(page, 'html'), 'dark').toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await layoutViolationsIn(page, 'html'), 'on a phone').toEqual([]);
});

/**
 * The ledger lists, for each rule, the maximum number of elements of Scalar that violate it. It may only shrink: a new
 * violation fails the test, and so does an entry that is no longer needed.
 */
async function expectWithinLedger(
  page: Page,
  selector: string,
  allowed: Readonly<Record<string, number>>,
): Promise<void> {
  const found = await violationsIn(page, selector);
  expect(found.filter(({ rule, elements }) => elements.length > (allowed[rule] ?? 0))).toEqual([]);
  expect(found.map(({ rule }) => rule).sort()).toEqual(Object.keys(allowed).sort());
}
