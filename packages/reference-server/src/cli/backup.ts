import { resolve } from 'node:path';
import { Command } from 'commander';
import { type Configuration, type Environment, readConfiguration } from '../api/configuration.ts';
import { backUpDatabase } from '../storage/backup.ts';
import { dataFolderAt } from '../storage/data-folder.ts';
import { backUpWithEngine } from '../storage/engine-backup.ts';
import { print } from './print.ts';
import { progress } from './progress.ts';

const HELP = `
Servers may keep running. The backup is one consistent file, and its integrity is checked after the copy. Only you
can read it. An existing file is never overwritten. The data of the embedded engine, if there is any, is copied to
<file>.engine, at the same point in time: the engine pauses while a snapshot is taken, usually less than 2 seconds.
The copy needs no ClickHouse server; a ClickHouse server of PENSTOCK_ENGINE has backups of its own.

The backup does NOT contain the keys that decrypt it. Store them separately: PENSTOCK_SECRET_KEYS, or the file
secret.key of the data folder. Without its keys a backup cannot be used; next to its keys it is not protected.

To restore: stop the servers, remove penstock.db, penstock.db-wal, penstock.db-shm and engine from the data folder,
copy the backup there as penstock.db and <file>.engine as engine/store, and start. For PostgreSQL use pg_dump and
pg_restore.`;

/** `penstock backup`: a copy of the embedded database and of the data of the embedded engine. */
export function backupCommand(environment: Environment): Command {
  return new Command('backup')
    .description('copy the embedded database and the data of the embedded engine while servers run')
    .argument('<file>', 'the file to create, for example penstock-2026-11-20.db')
    .option('--json', 'for machines')
    .addHelpText('after', HELP)
    .action((file: string, { json }: { json?: true }) =>
      backUp(readConfiguration(environment), resolve(file), json === true),
    );
}

async function backUp(configuration: Configuration, target: string, json: boolean): Promise<void> {
  const { databaseUrl, dataFolder, secretKeys } = configuration;
  if (databaseUrl !== undefined)
    throw new Error('DATABASE_URL is a PostgreSQL database. Back it up with pg_dump.');
  const { databaseFile, keyFile } = dataFolderAt(dataFolder);
  // SQLite creates temporary files next to the copy.
  process.umask(0o077);
  const bar = progress('Pages copied');
  const { file, bytes, engine } = await backUpWithEngine(dataFolder, `${target}.engine`, (onFixed) =>
    backUpDatabase(databaseFile, target, bar.update, onFixed).finally(bar.clear),
  );
  const keys = secretKeys === undefined ? keyFile : 'PENSTOCK_SECRET_KEYS';
  const lines = [
    `${file}: ${bytes} bytes, integrity checked. It does not contain the keys that decrypt it; store them separately: ${keys}\n`,
    engine === undefined ? '' : `${engine.folder}: ${engine.bytes} bytes, the data of the engine\n`,
  ];
  print(json, { file, bytes, keys, engine: engine ?? null }, lines.join(''));
}
