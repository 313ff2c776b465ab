import { statSync } from 'node:fs';
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

/** The clock of a file system may be this much behind. A file that changed in this time before it was read is read again. */
const CLOCK_TOLERANCE_MS = 20;

const POLL_MS = 250;

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
  let { readAt } = contract;
  let isReloading = false;
  let isStale = false;
  let settled: NodeJS.Timeout | undefined;
  let poll: NodeJS.Timeout | undefined;

  // `atomic`: an editor may replace a file by renaming another one.
  const watcher = watch([...contract.files], { alwaysStat: true, atomic: SETTLED_AFTER_MS });
  // Chokidar reports each file when it begins to watch it. The file may have changed between reading and watching.
  watcher.on('add', (_file, stats) => {
    if (stats === undefined || stats.ctimeMs > readAt - CLOCK_TOLERANCE_MS) scheduleReload();
  });
  watcher.on('change', scheduleReload);
  watcher.on('unlink', scheduleReload);
  // Chokidar forgets a removed file. Added again, the file is noticed as soon as it exists.
  watcher.on('unlink', (file) => watcher.add(file));
  // For example more files than the system lets a process watch.
  watcher.on('error', (error) => events.rejected(error as Error));
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));

  function scheduleReload(): void {
    clearTimeout(settled);
    settled = setTimeout(() => void reloadUntilFresh(), SETTLED_AFTER_MS);
  }

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
    clearInterval(poll);
    const start = performance.now();
    readAt = Date.now();
    try {
      const next = await readContractFiles(files);
      await mock.use(next.documents);
      watchOnly(next.files);
      const changes = changesBetween(current.documents, next.documents);
      current = next;
      events.reloaded(changes, Math.round(performance.now() - start));
    } catch (error) {
      if (error instanceof ContractError) reloadAfterFix([...error.files]);
      events.rejected(error as Error);
    }
  }

  /** Chokidar can miss a file that is created while it begins to watch it, so invalid files are polled as well. */
  function reloadAfterFix(invalid: readonly string[]): void {
    watcher.add([...invalid]);
    poll = setInterval(() => {
      if (invalid.some((file) => changedAfter(file, readAt))) scheduleReload();
    }, POLL_MS).unref();
  }

  function watchOnly(next: ReadonlySet<string>): void {
    watcher.add([...next].filter((file) => !current.files.has(file)));
    watcher.unwatch([...current.files].filter((file) => !next.has(file)));
  }

  return async () => {
    clearTimeout(settled);
    clearInterval(poll);
    await watcher.close();
  };
}

/** Whether a file exists and has changed since it was read. */
function changedAfter(file: string, readAt: number): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && stats.ctimeMs > readAt - CLOCK_TOLERANCE_MS;
}
