import type { Locator, Page } from '@penstock/browser';
import { operations } from '@penstock/contract';
import { expect, test, vi } from 'vitest';
import { linkTo, type Operation, openSite, whenDrawn } from '../support/opened-site.ts';

const site = await openSite();

// Many links per page, because Scalar needs a second to draw a new page.
vi.setConfig({ testTimeout: 300_000 });

test('a link from another page leads to the operation: the last one of each surface', async () => {
  const page = await site.open('index.html');
  for (const operation of lastOfEachSurface()) {
    await page.goto(`${site.url}index.html`);
    await page.goto(site.url + linkTo(operation));
    await expectInView(page, operation);
  }
});

test.each(['management', 'observability'] as const)(
  '%s: the fragment of every operation leads to it',
  async (surface) => {
    const page = await site.open(`${surface}.html`);
    await whenDrawn(page);
    for (const operation of Object.values(operations)) {
      if (operation.surface !== surface) continue;
      await page.goto(site.url + linkTo(operation));
      await expectInView(page, operation);
    }
  },
);

function lastOfEachSurface(): Iterable<Operation> {
  const all = Object.values(operations);
  return new Map(all.map((operation) => [operation.surface, operation])).values();
}

async function expectInView(page: Page, operation: Operation): Promise<void> {
  const fragment = decodeURI(linkTo(operation).split('#')[1] ?? '');
  const section = page.locator(`#reference [id$="/${fragment}"]`);
  const { summary } = operation;
  await expect.poll(() => topOfHeading(section, summary), { message: summary }).toBeLessThan(400);
  expect(await section.textContent()).toContain(operation.path);
}

/**
 * Returns the distance of a section's heading from the top of the window in pixels; infinite if it is above the window or
 * missing. Evaluated in the page, because a role locator searches the whole document.
 */
function topOfHeading(section: Locator, text: string): Promise<number> {
  return section.evaluateAll(([one], wanted) => {
    const headings = [...(one?.querySelectorAll('h1, h2, h3, h4') ?? [])];
    const heading = headings.find(({ textContent }) => textContent?.trim() === wanted);
    const top = heading?.getBoundingClientRect().top ?? -1;
    return top > 0 ? top : Number.POSITIVE_INFINITY;
  }, text);
}
