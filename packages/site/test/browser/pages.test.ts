import type { Page } from '@penstock/browser';
import { expect, test } from 'vitest';
import { openedPages } from '../support/opened-pages.ts';
import { isDocument, openSite, themes, whenDrawn } from '../support/opened-site.ts';

const site = await openSite();
const ownPages = openedPages(site.pages);
const documents = site.pages.filter(isDocument);

test.each([...ownPages, ...documents])(
  '%s has its pictures, one main heading and a title, and fits a phone',
  async (path) => {
    const page = await site.open(path, { viewport: { width: 360, height: 740 } });
    await whenDrawn(page);
    expect(await missingPictures(page)).toEqual([]);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.title()).toContain('Penstock');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  },
);

test.each(ownPages)('%s has all its text without JavaScript', async (path) => {
  const plain = await site.open(path, { javaScriptEnabled: false });
  const words = new Set(wordsOf((await plain.getByRole('main').textContent()) ?? ''));
  expect(words.size).toBeGreaterThan(5);
  expect(await plain.getByRole('button').count()).toBe(0);
  const page = await site.open(path);
  const addedByScripts = wordsOf(await textWithoutControls(page)).filter((word) => !words.has(word));
  expect(addedByScripts).toEqual([]);
});

test('the pages follow the theme of the system', async () => {
  const backgrounds = await Promise.all(
    themes.map(async (colorScheme) => {
      const page = await site.open('index.html', { colorScheme });
      return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    }),
  );
  expect(new Set(backgrounds).size).toBe(2);
});

test('an unknown path returns a page of the site', async () => {
  const page = await site.open('unknown.html');
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  expect(site.browser.violations.splice(0)).toEqual([expect.stringContaining('404')]);
});

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** Returns the text of the page, except that of controls and of the lab, which need scripts. */
function textWithoutControls(page: Page): Promise<string> {
  return page.getByRole('main').evaluate((main) => {
    const copy = main.cloneNode(true) as Element;
    for (const control of copy.querySelectorAll(
      'button, form, dialog, output, noscript, [role=status], .lab, .lab-mount',
    ))
      control.remove();
    return copy.textContent ?? '';
  });
}

/** Returns the pictures that cannot be loaded. Also loads lazy pictures. */
function missingPictures(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    const loaded = await Promise.allSettled(pictures.map((picture) => picture.decode()));
    return pictures.filter((_, index) => loaded[index]?.status === 'rejected').map(({ src }) => src);
  });
}

/** Returns the number of pixels by which the page is wider than the window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
