import { type Environment, readConfiguration } from '../configuration.ts';
import { openStorage, type Storage } from '../storage/storage.ts';
import { createLogger } from '../telemetry/logger.ts';

/** Opens what the settings name for one command, and closes it whatever happens. Servers may run beside it. */
export async function withStorage<Result>(
  environment: Environment,
  work: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  const configuration = readConfiguration(environment);
  // SQLite makes its files with the mode of the process; nobody else has to read them.
  process.umask(0o077);
  const storage = await openStorage(configuration, createLogger(configuration.logLevel));
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
