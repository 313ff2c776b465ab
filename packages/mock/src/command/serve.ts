import { styleText } from 'node:util';
import { readContractFiles } from '../contract/contract-files.ts';
import { packagedContract } from '../contract/packaged-contract.ts';
import { startMock } from '../mock.ts';
import { greeting } from './greeting.ts';

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly watch?: boolean;
  /** Empty for the documents of the contract package. */
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
  // Loaded only with --watch, so that the mock starts quickly without it.
  const stopWatching = watch
    ? await (await import('../watch/watch-contract.ts')).watchContract(mock, files, contract, {
        reloaded: printReload,
        rejected: printRejection,
      })
    : undefined;
  // Once the server and the watcher are closed, nothing is left to wait for: the process ends by itself, with 0.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void Promise.all([mock.close(), stopWatching?.()]));
  process.stdout.write(greeting(mock.url, documents, watch ? contract.files.size : 0));
}

const MAX_CHANGES = 10;

function printReload(changes: readonly string[], milliseconds: number): void {
  const title = styleText('green', 'Reloaded', { stream: process.stdout });
  if (changes.length === 0) {
    process.stdout.write(`${title} in ${milliseconds} ms. No operation changed.\n`);
    return;
  }
  const more = changes.length - MAX_CHANGES;
  const lines = [...changes.slice(0, MAX_CHANGES), ...(more > 0 ? [`and ${more} more`] : [])];
  process.stdout.write(`${title} in ${milliseconds} ms:\n${lines.map((line) => `  ${line}\n`).join('')}`);
}

function printRejection(reason: Error): void {
  const title = styleText('red', 'Not reloaded', { stream: process.stderr });
  process.stderr.write(
    `${title}, the last good contract stays:\n${reason.message.replaceAll(/^/gm, '  ')}\n`,
  );
}
