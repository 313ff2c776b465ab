import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { unpackChromium } from './unpacked-chromium.ts';

export type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Request } from 'playwright-core';

/**
 * Starts the Chromium that the workspace pins, or the one that `CHROMIUM_PATH` names. It brings its own libraries, and fonts for
 * a machine that has none, so nothing has to be installed by hand. Whoever starts it closes it.
 */
export async function launchChromium(): Promise<Browser> {
  const { CHROMIUM_PATH: installed } = process.env;
  if (installed) return chromium.launch({ executablePath: installed, args: ARGUMENTS });
  const folder = await unpackChromium();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: ARGUMENTS,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'lib'),
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: join(folder, 'fonts.conf') }),
    },
  });
}

/**
 * Not those of the package: they switch the rules between origins off, which tests here are about. Shared memory is small
 * in containers.
 */
const ARGUMENTS = ['--disable-dev-shm-usage'];
