import { existsSync } from 'node:fs';
import type { TestContext } from 'vitest';
import { packagedChromiumRuns } from './unpacked-chromium.ts';

/** The reason why no Chromium can be started; undefined if one can. */
export function missingChromium(): string | undefined {
  const { CHROMIUM_PATH: installed } = process.env;
  if (installed)
    return existsSync(installed) ? undefined : `CHROMIUM_PATH is ${installed}, and there is no such file.`;
  if (packagedChromiumRuns()) return undefined;
  return `npm has no Chromium for ${process.platform}-${process.arch}. Install one (Debian: \`apt-get install chromium\`) and set CHROMIUM_PATH to its program.`;
}

/** Skips a test that needs Chromium on a machine without one, with the reason. In a pipeline the test fails instead. */
export function skipWithoutChromium({ skip }: Pick<TestContext, 'skip'>): void {
  const reason = missingChromium();
  if (reason === undefined) return;
  if (process.env.CI === 'true') throw new Error(reason);
  skip(reason);
}
