import { type Environment, readConfiguration } from '../api/configuration.ts';
import { dataFolderAt, requireDatabase } from '../storage/data-folder.ts';
import { openStorage, type Storage } from '../storage/storage.ts';
import { createLogger } from '../telemetry/logger.ts';

/**
 * Opens the storage of the settings for one command and always closes it. Servers may be running.
 *
 * @throws Error with a message for the operator if the embedded database does not exist. A command must not create one in a
 * misspelt folder.
 */
export async function withStorage<Result>(
  environment: Environment,
  work: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  const configuration = readConfiguration(environment);
  if (configuration.databaseUrl === undefined)
    requireDatabase(dataFolderAt(configuration.dataFolder).databaseFile);
  // SQLite creates its files with the umask of the process; only this user may read them.
  process.umask(0o077);
  const storage = await openStorage(configuration, createLogger(configuration.logLevel));
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
