import { afterAll, afterEach, expect, onTestFinished } from 'vitest';
import {
  type BrowserContext,
  type BrowserContextOptions,
  launchChromium,
  type Page,
  type Request,
} from './chromium.ts';

export interface WatchedBrowser {
  /** A page with an empty profile of its own, closed when the test is finished. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** What the pages of this test have done wrong so far. A test removes the entries that it expects. */
  readonly violations: string[];
}

/**
 * A browser for the tests of a file. A test fails if one of its pages writes an error or a warning to the console, violates its
 * content security policy, throws, or sends a request to an origin for which `mayRequest` returns false.
 */
export async function watchedBrowser(mayRequest: (origin: string) => boolean): Promise<WatchedBrowser> {
  const browser = await launchChromium();
  const violations: string[] = [];
  afterAll(() => browser.close());
  afterEach(() => expect(violations.splice(0)).toEqual([]));
  return {
    violations,
    async newPage(options = {}) {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
      onTestFinished(() => context.close());
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
