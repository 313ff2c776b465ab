import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Browser, launchChromium, type Page } from '@penstock/browser';
import { buildSite } from '@penstock/site/build';
import { serveFolder } from './static-server.ts';

/** Pictures of the main pages in both themes. WebP, because a PNG of the same page is five times as large. */
const TARGET = join(import.meta.dirname, '../screenshots');

interface Scene {
  readonly name: string;
  readonly path: string;
  /** Prepares the page for the picture. */
  readonly prepare: (page: Page) => Promise<void>;
}

const scenes: readonly Scene[] = [
  { name: 'landing', path: 'index.html', prepare: async () => {} },
  {
    name: 'reference',
    path: 'reference/management/pipes/createPipe/',
    prepare: async () => {},
  },
  { name: 'guide', path: 'guides/pipe-life-cycle.html#diagrams', prepare: async () => {} },
  {
    name: 'search',
    path: 'guides/errors.html',
    prepare: async (page) => {
      await page.keyboard.press('/');
      await page.getByRole('combobox').fill('conflict');
      await page.getByRole('option').first().waitFor();
    },
  },
];

const folder = mkdtempSync(join(tmpdir(), 'penstock-screenshots-'));
await buildSite(folder);
const server = await serveFolder(folder);
const browser = await launchChromium();
try {
  mkdirSync(TARGET, { recursive: true });
  for (const scene of scenes) {
    for (const theme of ['light', 'dark'] as const) await take(browser, scene, theme);
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true });
}

async function take(
  browser: Browser,
  { name, path, prepare }: Scene,
  theme: 'light' | 'dark',
): Promise<void> {
  const page = await browser.newPage({
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1.5,
  });
  await page.goto(server.url + path);
  await prepare(page);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
  const file = join(TARGET, `${name}-${theme}.webp`);
  const picture = Buffer.from(data, 'base64');
  writeFileSync(file, picture);
  process.stdout.write(`${Math.round(picture.length / 1000)} kB  ${relative(process.cwd(), file)}\n`);
  await page.close();
}
