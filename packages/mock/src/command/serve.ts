import { styleText } from 'node:util';
import { readContractFiles } from '../contract/contract-files.ts';
import { packagedContract } from '../contract/packaged-contract.ts';
import { startMock } from '../mock.ts';
import { welcome } from './welcome.ts';

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly watch?: boolean;
  /** The contract's own documents if there are none. */
  readonly files: readonly string[];
}

/** Serves until SIGINT or SIGTERM. */
export async function serve({ host, port, watch = false, files }: ServeOptions): Promise<void> {
  const contract =
    files.length === 0
      ? { documents: packagedContract(), files: new Set<string>() }
      : await readContractFiles(files);
  const { documents } = contract;
  const mock = await startMock({ host, port, documents });
  // Loaded only if there is something to watch: the mock is to be up at once.
  const stopWatching = watch
    ? await (await import('../watch/watch-contract.ts')).watchContract(mock, files, contract, {
        reloaded,
        refused,
      })
    : undefined;
  // Closing the server and the watcher leaves nothing to wait for, so the process ends by itself, with 0.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void Promise.all([mock.close(), stopWatching?.()]));
  process.stdout.write(welcome(mock.url, documents, watch ? contract.files.size : 0));
}

const MOST_CHANGES = 10;

function reloaded(changes: readonly string[], milliseconds: number): void {
  const title = styleText('green', 'Reloaded', { stream: process.stdout });
  if (changes.length === 0) {
    process.stdout.write(`${title} in ${milliseconds} ms. No operation has changed.\n`);
    return;
  }
  const more = changes.length - MOST_CHANGES;
  const lines = [...changes.slice(0, MOST_CHANGES), ...(more > 0 ? [`and ${more} more`] : [])];
  process.stdout.write(`${title} in ${milliseconds} ms:\n${lines.map((line) => `  ${line}\n`).join('')}`);
}

function refused(reason: Error): void {
  const title = styleText('red', 'Not reloaded', { stream: process.stderr });
  process.stderr.write(
    `${title}, the last good contract stays:\n${reason.message.replaceAll(/^/gm, '  ')}\n`,
  );
}
