import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from '@penstock/browser';
import { startProgram } from './started-program.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const EDITED = 'openapi/paths/v1/pipes/pipes.yaml';

/** Returns the milliseconds from an edit of a YAML file until the page has it. Works on a copy of the sources. */
export async function measureEdits(rounds: number): Promise<number[]> {
  const workspace = mkdtempSync(join(tmpdir(), 'penstock-bench-'));
  for (const path of ['redocly.yaml', 'openapi', 'packages/site/assets'])
    cpSync(join(REPOSITORY, path), join(workspace, path), { recursive: true });
  const site = await startSiteDev(workspace);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    // The landing page contains the first operation. A reference would add the time that Scalar needs to draw.
    await page.goto(site.url);
    const file = join(workspace, EDITED);
    const source = readFileSync(file, 'utf8');
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const summary = `List pipes, edit ${round}`;
      const startedAt = performance.now();
      writeFileSync(file, source.replace('summary: List pipes', `summary: ${summary}`));
      await page.waitForFunction((text) => document.body?.textContent?.includes(text), summary);
      times.push(performance.now() - startedAt);
    }
    return times;
  } finally {
    await browser.close();
    await site.stop();
    rmSync(workspace, { recursive: true });
  }
}

/** Starts `pnpm site:dev` on a copy of the sources, in its own process. */
function startSiteDev(workspace: string) {
  const program = join(REPOSITORY, 'scripts/site-dev.ts');
  return startProgram(['--conditions=@penstock/source', program, '--port', '0', '--root', workspace]);
}
