import { watch } from 'chokidar';
import { changesBetween } from '../contract/changes.ts';
import { type ReadContract, readContractFiles } from '../contract/contract-files.ts';
import { ContractMistakes } from '../contract/contract-mistakes.ts';
import type { Mock } from '../mock.ts';

/** What came of a change. */
export interface WatchEvents {
  /** The mock answers from the files as they are now; `changes` says what is different, in words. */
  reloaded(changes: readonly string[], milliseconds: number): void;
  /** The mock keeps the last good contract. */
  refused(reason: Error): void;
}

/** Saves that come within this time are one change: an editor may write a file in steps, and several files at once. */
const SETTLED_AFTER_MS = 50;

/**
 * Keeps a mock to its contract files, and to all files that they refer to. Never two reloads at once: what changes while
 * one is under way is read by the next.
 *
 * @param contract what the mock answers from now.
 * @returns a function that stops watching.
 */
export async function watchContract(
  mock: Pick<Mock, 'use'>,
  files: readonly string[],
  contract: ReadContract,
  events: WatchEvents,
): Promise<() => Promise<void>> {
  let current = contract;
  let isReloading = false;
  let isStale = false;
  let settled: NodeJS.Timeout | undefined;

  // Chokidar sees a file again that an editor has replaced by renaming another one.
  const watcher = watch([...contract.files], { ignoreInitial: true, atomic: SETTLED_AFTER_MS });
  watcher.on('all', () => {
    clearTimeout(settled);
    settled = setTimeout(() => void reloadUntilFresh(), SETTLED_AFTER_MS);
  });
  // Chokidar forgets a file that is gone, and waits for one that is not there.
  watcher.on('unlink', (file) => watcher.add(file));
  // Such as more files than the system lets a process watch.
  watcher.on('error', (error) => events.refused(error as Error));
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));

  async function reloadUntilFresh(): Promise<void> {
    isStale = true;
    if (isReloading) return;
    isReloading = true;
    while (isStale) {
      isStale = false;
      await reload();
    }
    isReloading = false;
  }

  async function reload(): Promise<void> {
    const start = performance.now();
    try {
      const next = await readContractFiles(files);
      mock.use(next.documents);
      follow(next.files);
      const changes = changesBetween(current.documents, next.documents);
      current = next;
      events.reloaded(changes, Math.round(performance.now() - start));
    } catch (error) {
      if (error instanceof ContractMistakes) watcher.add([...error.files]);
      events.refused(error as Error);
    }
  }

  /** Watches what the contract is made of now, and nothing else. */
  function follow(now: ReadonlySet<string>): void {
    watcher.add([...now].filter((file) => !current.files.has(file)));
    watcher.unwatch([...current.files].filter((file) => !now.has(file)));
  }

  return async () => {
    clearTimeout(settled);
    await watcher.close();
  };
}
