import { resolve } from 'node:path';
import { Command } from 'commander';
import { type Configuration, type Environment, readConfiguration } from '../api/configuration.ts';
import { backUpDatabase } from '../storage/backup.ts';
import { dataFolderAt } from '../storage/data-folder.ts';
import { print } from './print.ts';
import { progress } from './progress.ts';

const HELP = `
Servers may keep running. The backup is one consistent file, and its integrity is checked after the copy. Only you
can read it. An existing file is never overwritten.

The backup does NOT contain the keys that decrypt it. Store them separately: PENSTOCK_SECRET_KEYS, or the file
secret.key of the data folder. Without its keys a backup cannot be used; next to its keys it is not protected.

To restore: stop the servers, remove penstock.db, penstock.db-wal and penstock.db-shm from the data folder, copy the
backup there as penstock.db, and start. For PostgreSQL use pg_dump and pg_restore.`;

/** `penstock backup`: a copy of the embedded database. */
export function backupCommand(environment: Environment): Command {
  return new Command('backup')
    .description('copy the embedded database to a file while servers run')
    .argument('<file>', 'the file to create, for example penstock-2026-11-20.db')
    .option('--json', 'for machines')
    .addHelpText('after', HELP)
    .action((file: string, { json }: { json?: true }) =>
      backUp(readConfiguration(environment), resolve(file), json === true),
    );
}

async function backUp(configuration: Configuration, target: string, json: boolean): Promise<void> {
  if (configuration.databaseUrl !== undefined)
    throw new Error('DATABASE_URL is a PostgreSQL database. Back it up with pg_dump.');
  const { databaseFile, keyFile } = dataFolderAt(configuration.dataFolder);
  // SQLite creates temporary files next to the copy.
  process.umask(0o077);
  const bar = progress('Pages copied');
  const { file, bytes } = await backUpDatabase(databaseFile, target, bar.update).finally(bar.clear);
  const keys = configuration.secretKeys === undefined ? keyFile : 'PENSTOCK_SECRET_KEYS';
  const text = `${file}: ${bytes} bytes, integrity checked. It does not contain the keys that decrypt it; store them separately: ${keys}\n`;
  print(json, { file, bytes, keys }, text);
}
