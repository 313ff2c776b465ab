import type { Locator, Page } from '@penstock/browser';
import { operations } from '@penstock/contract';
import { expect, test, vi } from 'vitest';
import { linkTo, type Operation, openSite } from '../support/opened-site.ts';

const site = await openSite();

// Many links per page, because Scalar needs a second to draw a new page.
vi.setConfig({ testTimeout: 300_000 });

/** `pnpm verify` follows the link to each operation. */
const FOLLOWED = process.env.PENSTOCK_TEST_LINKS === 'all' ? Object.values(operations) : lastOfEachTag();

test.each(['management', 'observability'] as const)(
  '%s: a link from another page leads to the operation, and so do the fragments of other ones',
  async (surface) => {
    const page = await site.open('index.html');
    for (const operation of FOLLOWED) {
      if (operation.surface !== surface) continue;
      await page.goto(site.url + linkTo(operation));
      await expectInView(page, operation);
    }
  },
);

function lastOfEachTag(): readonly Operation[] {
  const all = Object.values(operations);
  return [...new Map(all.map((operation) => [`${operation.surface} ${operation.tag}`, operation])).values()];
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
