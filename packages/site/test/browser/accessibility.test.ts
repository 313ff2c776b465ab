import type { Page } from '@penstock/browser';
import { operations } from '@penstock/contract';
import { describe, expect, test } from 'vitest';
import { violationsIn } from './accessibility.ts';
import { isReference, linkTo, openSite, themes, whenDrawn } from './opened-site.ts';
import ledger from './scalar-violations.json' with { type: 'json' };

const site = await openSite();
const written = site.pages.filter((path) => !isReference(path));

describe.each(themes)('in the %s theme', (colorScheme) => {
  test('the search breaks no rule', async () => {
    const page = await site.open('index.html', { colorScheme });
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill('alert');
    await page.getByRole('option').first().waitFor();
    expect(await violationsIn(page, 'dialog')).toEqual([]);
  });

  test('the outline that stands there until Scalar has been loaded breaks no rule', async () => {
    const page = await site.browser.newPage({ colorScheme });
    await page.route('**/scalar/standalone.esm.js', () => {});
    await page.goto(`${site.url}management.html`, { waitUntil: 'commit' });
    await page.getByText('getPipe', { exact: true }).waitFor();
    expect(await violationsIn(page, 'html')).toEqual([]);
  });

  test('the introduction, as Scalar draws it, breaks the rules of the ledger', async () => {
    const page = await site.open('management.html', { colorScheme });
    await whenDrawn(page);
    expect(await violationsIn(page, { exclude: ['#reference'] })).toEqual([]);
    await expectWithinLedger(page, '#reference', ledger.introduction);
  });

  test('an operation and its Try-it, as Scalar draws them, break the rules of the ledger', async () => {
    const page = await site.open(linkTo(operations.createAlert), { colorScheme });
    const tryIt = page.getByRole('button', { name: /^Test Request.*post/ });
    await tryIt.waitFor();
    expect(await violationsIn(page, { exclude: ['#reference'] })).toEqual([]);
    await expectWithinLedger(page, '#reference', ledger.operation);
    await tryIt.click();
    await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().waitFor();
    await expectWithinLedger(page, '[role=dialog]', ledger['Try-it']);
  });
});

test.each(written)('%s breaks no rule, in either theme and on a phone', async (path) => {
  const page = await site.open(path);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsIn(page, 'html'), colorScheme).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await violationsIn(page, 'html'), 'on a phone').toEqual([]);
});

/**
 * The ledger has, for each rule, how many elements of Scalar break it at most. It may only shrink: what is new is a failure, and
 * so is an entry that is not needed any more.
 */
async function expectWithinLedger(
  page: Page,
  part: string,
  allowed: Readonly<Record<string, number>>,
): Promise<void> {
  const found = await violationsIn(page, part);
  expect(found.filter(({ rule, elements }) => elements.length > (allowed[rule] ?? 0))).toEqual([]);
  expect(found.map(({ rule }) => rule).sort()).toEqual(Object.keys(allowed).sort());
}
