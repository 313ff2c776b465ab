import { styleText } from 'node:util';
import { type ReadContract, readContractFiles } from '../contract/contract-files.ts';
import { packagedContract } from '../contract/packaged-contract.ts';
import { type Mock, startMock } from '../mock.ts';
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
  const contract = files.length === 0 ? undefined : await readContractFiles(files);
  const documents = contract?.documents ?? packagedContract();
  const mock = await startMock({ host, port, documents });
  const watched = watch ? contract : undefined;
  const stopWatching = watched && (await startWatching(mock, files, watched));
  // Once the server and the watcher are closed, nothing is left to wait for: the process ends by itself, with 0.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void Promise.all([mock.close(), stopWatching?.()]));
  process.stdout.write(greeting(mock.url, documents, watched?.files.size ?? 0));
}

async function startWatching(mock: Mock, files: readonly string[], contract: ReadContract) {
  // Loaded only with --watch, so that the mock starts quickly without it.
  const { watchContract } = await import('../watch/watch-contract.ts');
  return watchContract(mock, files, contract, { reloaded: printReload, rejected: printRejection });
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
