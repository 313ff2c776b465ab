import { expect, test } from 'vitest';
import { openSite, whenDrawn } from '../support/opened-site.ts';

const site = await openSite();

test('an invalid fragment has no effect', async () => {
  const page = await site.open('reference/management/document/#%E0%A4%A');
  await whenDrawn(page);
});

test.each(['reference/management/document/#tag/alerts', 'reference/observability/document/#models/Alert'])(
  'a link to %s scrolls to its target',
  async (link) => {
    const page = await site.open(link);
    const heading = page
      .locator(`#reference [id$="/${link.split('#')[1]}"]`)
      .getByRole('heading')
      .first();
    await expect
      .poll(async () => (await heading.count()) && (await heading.boundingBox())?.y)
      .toBeLessThan(400);
  },
);
