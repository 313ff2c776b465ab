import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from '../browser/chromium.ts';
import { startSiteDev } from '../site-dev/site-dev.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const EDITED = 'openapi/paths/v1/pipes/pipes.yaml';

/** From the edit of a YAML file until the page in the browser shows it, in milliseconds. The sources are a copy. */
export async function measureEdits(rounds: number): Promise<number[]> {
  const workspace = mkdtempSync(join(tmpdir(), 'penstock-bench-'));
  for (const path of ['redocly.yaml', 'openapi', 'packages/site/assets'])
    cpSync(join(REPOSITORY, path), join(workspace, path), { recursive: true });
  const site = await startSiteDev(workspace, 0, { rebuilt: () => {}, problems: () => {} });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    // The landing page names the first operation; a reference would count the time that Scalar takes to draw.
    await page.goto(site.url);
    const file = join(workspace, EDITED);
    const source = readFileSync(file, 'utf8');
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const summary = `List pipes, edit ${round}`;
      const begun = performance.now();
      writeFileSync(file, source.replace('summary: List pipes', `summary: ${summary}`));
      await page.waitForFunction((text) => document.body?.textContent?.includes(text), summary);
      times.push(performance.now() - begun);
    }
    return times;
  } finally {
    await browser.close();
    await site.close();
    rmSync(workspace, { recursive: true });
  }
}
