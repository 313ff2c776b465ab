import { afterAll, afterEach, beforeEach, expect, onTestFinished } from 'vitest';
import {
  type BrowserContext,
  type BrowserContextOptions,
  launchChromium,
  type Page,
  type Request,
} from './chromium.ts';
import { missingChromium, skipWithoutChromium } from './missing-chromium.ts';

export interface WatchedBrowser {
  /** A page with an empty profile of its own, closed when the test is finished. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** What the pages of this test have done wrong so far. A test removes the entries that it expects. */
  readonly violations: string[];
}

/**
 * A browser for the tests of a file. A test fails if one of its pages writes an error or a warning to the console, violates its
 * content security policy, throws, or sends a request to an origin for which `mayRequest` returns false. All tests of the file are
 * skipped on a machine without Chromium.
 */
export async function watchedBrowser(mayRequest: (origin: string) => boolean): Promise<WatchedBrowser> {
  beforeEach(skipWithoutChromium);
  const browser = missingChromium() === undefined ? await launchChromium() : undefined;
  const violations: string[] = [];
  afterAll(() => browser?.close());
  afterEach(() => expect(violations.splice(0)).toEqual([]));
  return {
    violations,
    async newPage(options = {}) {
      if (browser === undefined) throw new Error(missingChromium());
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
      onTestFinished(() => context.close());
      // Only a page that hangs ends by this: what takes a second takes a minute on a busy machine.
      context.setDefaultTimeout(300_000);
      watch(context, mayRequest, violations);
      return context.newPage();
    },
  };
}

function watch(context: BrowserContext, mayRequest: (origin: string) => boolean, violations: string[]): void {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      violations.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => violations.push(`thrown: ${error.error().message}`));
  context.on('request', (request) => {
    if (isOverNetwork(request) && !mayRequest(new URL(request.url()).origin))
      violations.push(`request: ${request.url()}`);
  });
}

function isOverNetwork(request: Request): boolean {
  return !/^(?:data|blob):/.test(request.url());
}
