import { type Environment, readConfiguration } from '../api/configuration.ts';
import { dataFolderAt, requireDatabase } from '../storage/data-folder.ts';
import { openStorage, type Storage } from '../storage/storage.ts';
import { createLogger } from '../telemetry/logger.ts';

/**
 * Opens what the settings name for one command, and closes it whatever happens. Servers may run beside it.
 *
 * @throws Error with a sentence if there is no embedded database: a command on a folder that was misspelt must not make one.
 */
export async function withStorage<Result>(
  environment: Environment,
  work: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  const configuration = readConfiguration(environment);
  if (configuration.databaseUrl === undefined)
    requireDatabase(dataFolderAt(configuration.dataFolder).databaseFile);
  // SQLite makes its files with the mode of the process; nobody else has to read them.
  process.umask(0o077);
  const storage = await openStorage(configuration, createLogger(configuration.logLevel));
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
