import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchedBrowser } from '@penstock/browser/watched-browser';
import { contractDocument } from '@penstock/contract/documents';
import { afterAll, expect, test } from 'vitest';
import { serveFolder } from '../../dev/static-server.ts';
import { buildSite } from '../../src/building.ts';
import { linkTo, whenDrawn } from '../support/opened-site.ts';

/** Each element would run a script if it were markup. The picture exists, so that only its handler is an error. */
const MARKUP = `<img src="/guides/alert-life-cycle.svg" onload="ran()"><svg onload="ran()"></svg><script>ran()</script>
<iframe srcdoc="<script>parent.ran()</script>"></iframe><a href="javascript:ran()">x</a> [y](javascript:ran()) "'></title>`;

/** The elements that the markup would create. */
const MARKED = 'iframe, script:not([src]), [onload], a[href^="javascript:"]';

const forPeople = new Set(['summary', 'title', 'description']);
const forPrograms = new Set(['$ref', 'code']);

const folder = await mkdtemp(join(tmpdir(), 'penstock-hostile-'));
afterAll(() => rm(folder, { recursive: true }));
await mkdir(join(folder, 'bundles'));
for (const surface of ['management', 'observability'] as const) {
  const document = JSON.stringify(withMarkup(contractDocument(surface)));
  // JSON is valid YAML.
  for (const format of ['json', 'yaml'])
    await writeFile(join(folder, `bundles/${surface}.${format}`), document);
}
await buildSite(join(folder, 'site'), { bundles: join(folder, 'bundles'), compress: false });
const server = await serveFolder(join(folder, 'site'));
afterAll(server.stop);
const browser = await watchedBrowser((origin) => origin === new URL(server.url).origin);

// The watched browser also reports scripts that the policy blocks.
test.each([
  'index.html',
  'guides/errors.html',
  'guides/idempotency.html',
  linkTo('createPipe'),
  linkTo('updatePipeState'),
  'reference/errors/pipe_state_conflict/',
  'reference/events/alert-notification/',
  'reference/fields/',
  'reference/management/',
  'reference/observability/document/#models/Alert',
])('markup in titles, descriptions and examples is escaped on %s', async (path) => {
  const page = await browser.newPage();
  await page.goto(server.url + path);
  await whenDrawn(page);
  await page
    .getByText('alert-life-cycle.svg')
    .or(page.locator('img[src="/guides/alert-life-cycle.svg"]'))
    .first()
    .waitFor({ state: 'attached' });
  expect(await page.locator(MARKED).count()).toBe(0);
});

test('markup is escaped on the changelog, which quotes only a part of the changed texts', async () => {
  const page = await browser.newPage();
  await page.goto(`${server.url}changelog.html`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.locator(MARKED).count()).toBe(0);
});

/** Returns a copy with markup in every text for people, and in every text of examples except identifiers. */
function withMarkup(value: unknown, name = '', isExample = false): unknown {
  if (typeof value === 'string') {
    const getsMarkup = forPeople.has(name) || (isExample && !forPrograms.has(name));
    return getsMarkup ? `${value} ${MARKUP}` : value;
  }
  if (Array.isArray(value)) return value.map((item) => withMarkup(item, '', isExample));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      withMarkup(part, key, isExample || name === 'examples'),
    ]),
  );
}
