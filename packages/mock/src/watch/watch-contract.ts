import { watch } from 'chokidar';
import { changesBetween } from '../contract/changes.ts';
import { ContractError } from '../contract/contract-error.ts';
import { type ReadContract, readContractFiles } from '../contract/contract-files.ts';
import type { Mock } from '../mock.ts';

/** Called after each change of the files. */
export interface WatchEvents {
  /** The mock serves the changed files. */
  reloaded(changes: readonly string[], milliseconds: number): void;
  /** The mock still serves the last good contract. */
  rejected(reason: Error): void;
}

/** Saves within this time count as one change: an editor may write a file in steps, and several files at once. */
const SETTLED_AFTER_MS = 50;

/**
 * Reloads the contract of a mock after each change of its files and of all files that they refer to. One reload runs at a
 * time: a change during a reload starts another one after it.
 *
 * @param contract the contract that the mock serves now.
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

  // `atomic`: an editor may replace a file by renaming another one.
  const watcher = watch([...contract.files], { ignoreInitial: true, atomic: SETTLED_AFTER_MS });
  watcher.on('all', () => {
    clearTimeout(settled);
    settled = setTimeout(() => void reloadUntilFresh(), SETTLED_AFTER_MS);
  });
  // Chokidar forgets a removed file. Added again, the file is noticed as soon as it exists.
  watcher.on('unlink', (file) => watcher.add(file));
  // For example more files than the system lets a process watch.
  watcher.on('error', (error) => events.rejected(error as Error));
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
      await mock.use(next.documents);
      watchOnly(next.files);
      const changes = changesBetween(current.documents, next.documents);
      current = next;
      events.reloaded(changes, Math.round(performance.now() - start));
    } catch (error) {
      if (error instanceof ContractError) watcher.add([...error.files]);
      events.rejected(error as Error);
    }
  }

  function watchOnly(next: ReadonlySet<string>): void {
    watcher.add([...next].filter((file) => !current.files.has(file)));
    watcher.unwatch([...current.files].filter((file) => !next.has(file)));
  }

  return async () => {
    clearTimeout(settled);
    await watcher.close();
  };
}
