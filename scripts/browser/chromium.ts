import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { missingChromium } from './missing-chromium.ts';
import { unpackChromium } from './unpacked-chromium.ts';

export type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Locator,
  Page,
  Request,
} from 'playwright-core';

/**
 * Starts the Chromium of `CHROMIUM_PATH`, or the one that the workspace pins. The pinned one contains its libraries and fonts for a
 * machine without any, so nothing has to be installed by hand. The caller closes the browser.
 *
 * @throws if there is no Chromium for this machine
 */
export async function launchChromium(): Promise<Browser> {
  const missing = missingChromium();
  if (missing !== undefined) throw new Error(missing);
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
 * Not the arguments of the package: they disable the same-origin rules, which tests here check. Shared memory is small in
 * containers. Without a GPU, drawing in software is cheaper than the emulation of one.
 */
const ARGUMENTS = ['--disable-dev-shm-usage', '--disable-gpu'];
