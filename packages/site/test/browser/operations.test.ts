import { operations } from '@penstock/contract';
import { expect, test, vi } from 'vitest';
import type { Locator, Page } from '../../../../scripts/browser/chromium.ts';
import { linkTo, type Operation, openSite, whenDrawn } from './opened-site.ts';

const site = await openSite();

// Many links in one page each, because a page that is opened anew draws for a second.
vi.setConfig({ testTimeout: 300_000 });

test('a link from elsewhere leads to the operation, here to the last one of each surface', async () => {
  const page = await site.open('index.html');
  for (const operation of lastOfEachSurface()) {
    await page.goto(`${site.url}index.html`);
    await page.goto(site.url + linkTo(operation));
    await expectToShow(page, operation);
  }
});

test.each(['management', 'observability'] as const)(
  '%s: the fragment of every operation leads there',
  async (surface) => {
    const page = await site.open(`${surface}.html`);
    await whenDrawn(page);
    for (const operation of Object.values(operations)) {
      if (operation.surface !== surface) continue;
      await page.goto(site.url + linkTo(operation));
      await expectToShow(page, operation);
    }
  },
);

function lastOfEachSurface(): Iterable<Operation> {
  const all = Object.values(operations);
  return new Map(all.map((operation) => [operation.surface, operation])).values();
}

async function expectToShow(page: Page, operation: Operation): Promise<void> {
  const fragment = decodeURI(linkTo(operation).split('#')[1] ?? '');
  const section = page.locator(`#reference [id$="/${fragment}"]`);
  const heading = section.getByRole('heading', { name: operation.summary });
  await expect.poll(() => topOf(heading), { message: operation.summary }).toBeLessThan(400);
  expect(await topOf(heading)).toBeGreaterThan(0);
  expect(await section.textContent()).toContain(operation.path);
}

/** How far a place is below the upper edge of the window, in pixels; infinitely far as long as it is not there. */
async function topOf(place: Locator): Promise<number> {
  const box = (await place.count()) === 1 ? await place.boundingBox() : null;
  return box && box.y >= 0 ? box.y : Number.POSITIVE_INFINITY;
}
