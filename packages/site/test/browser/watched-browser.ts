import { afterAll, afterEach, expect, onTestFinished } from 'vitest';
import type {
  BrowserContext,
  BrowserContextOptions,
  Page,
  Request,
} from '../../../../scripts/browser/chromium.ts';
import { launchChromium } from '../../../../scripts/browser/chromium.ts';

export interface WatchedBrowser {
  /** A page with an empty profile of its own, closed when the test is finished. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** What pages complained of in this test so far. A test that expects something takes it out. */
  readonly complaints: string[];
}

/**
 * A browser for the tests of a file. A test fails in which a page writes an error or a warning to the console, breaks its
 * content security policy, throws, or asks an origin for which `mayAsk` is not true.
 */
export async function watchedBrowser(mayAsk: (origin: string) => boolean): Promise<WatchedBrowser> {
  const browser = await launchChromium();
  const complaints: string[] = [];
  afterAll(() => browser.close());
  afterEach(() => expect(complaints.splice(0)).toEqual([]));
  return {
    complaints,
    async newPage(options = {}) {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
      onTestFinished(() => context.close());
      watch(context, mayAsk, complaints);
      return context.newPage();
    },
  };
}

function watch(context: BrowserContext, mayAsk: (origin: string) => boolean, complaints: string[]): void {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complaints.push(`thrown: ${error.error().message}`));
  context.on('request', (request) => {
    if (isOverNetwork(request) && !mayAsk(new URL(request.url()).origin))
      complaints.push(`request: ${request.url()}`);
  });
}

function isOverNetwork(request: Request): boolean {
  return !/^(?:data|blob):/.test(request.url());
}
