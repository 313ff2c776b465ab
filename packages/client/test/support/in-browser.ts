import { onTestFinished, vi } from 'vitest';

/** Makes the client detect a browser page until the test ends. */
export function inBrowser(): void {
  vi.stubGlobal('document', {});
  onTestFinished(() => void vi.unstubAllGlobals());
}
