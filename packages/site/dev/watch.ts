import { watch } from 'chokidar';

/** Changes within this time count as one, because editors write files in steps and several files at once. */
const SETTLED_AFTER_MS = 30;

/**
 * Calls `act` after each change in `folders`. Calls never overlap: changes during a call cause one more call.
 *
 * @returns a function that stops watching.
 */
export async function watchFolders(
  folders: readonly string[],
  act: () => Promise<void>,
): Promise<() => Promise<void>> {
  const watcher = watch([...folders], { ignoreInitial: true });
  let settled: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isWaiting = false;

  watcher.on('all', () => {
    clearTimeout(settled);
    settled = setTimeout(run, SETTLED_AFTER_MS);
  });
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));

  function run(): void {
    if (isWaiting) return;
    isWaiting = true;
    running = running.then(() => {
      isWaiting = false;
      return act();
    });
  }

  return async () => {
    clearTimeout(settled);
    await watcher.close();
    await running;
  };
}
