import { resolve } from 'node:path';
import { Command } from 'commander';
import { type Configuration, type Environment, readConfiguration } from '../api/configuration.ts';
import { backUpDatabase } from '../storage/backup.ts';
import { dataFolderAt } from '../storage/data-folder.ts';
import { print } from './print.ts';
import { progress } from './progress.ts';

const HELP = `
Servers may run meanwhile. The file holds everything of one moment, in one piece, and was read once more to see
that it is whole. It is readable by you alone, and nothing is ever overwritten.

The keys that decrypt it are NOT in it. Keep them elsewhere: PENSTOCK_SECRET_KEYS, or the file secret.key of the
data folder. A backup without its keys is worth nothing, a backup beside its keys is worth as little to protect.

To restore: stop the servers, remove penstock.db, penstock.db-wal and penstock.db-shm from the data folder, put the
backup there as penstock.db, and start. PostgreSQL brings pg_dump and pg_restore for this.`;

/** `penstock backup`: a copy of the embedded database. */
export function backupCommand(environment: Environment): Command {
  return new Command('backup')
    .description('copy the embedded database to a file, while servers run')
    .argument('<file>', 'the file to make, for example penstock-2026-11-20.db')
    .option('--json', 'for machines')
    .addHelpText('after', HELP)
    .action((file: string, { json }: { json?: true }) =>
      backUp(readConfiguration(environment), resolve(file), json === true),
    );
}

async function backUp(configuration: Configuration, target: string, json: boolean): Promise<void> {
  if (configuration.databaseUrl !== undefined)
    throw new Error('DATABASE_URL names a PostgreSQL database. Back it up with pg_dump.');
  const { databaseFile, keyFile } = dataFolderAt(configuration.dataFolder);
  // Beside the copy lie files of SQLite until it is finished.
  process.umask(0o077);
  const bar = progress('Pages copied');
  const { file, bytes } = await backUpDatabase(databaseFile, target, bar.show).finally(bar.clear);
  const keys = configuration.secretKeys === undefined ? keyFile : 'PENSTOCK_SECRET_KEYS';
  const text = `${file}: ${bytes} bytes, checked. The keys that decrypt it are not in it; keep them elsewhere: ${keys}\n`;
  print(json, { file, bytes, keys }, text);
}
