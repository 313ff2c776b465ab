import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createKeyFile, type Keys, readKeys } from './key-file.ts';

/** The folder that holds everything that a server keeps on the embedded database. */
export interface DataFolder {
  readonly databaseFile: string;
  readonly credentialsFile: string;
  readonly keys: Keys;
  /** Whether the development key was made just now. */
  readonly keyCreated: boolean;
}

/**
 * Opens the data folder and makes it if there is none. A key is only ever made where there is no database yet: with
 * another key nothing that is stored could be read, and nobody could log in.
 *
 * @throws Error with a sentence if the folder cannot be used or its key is missing.
 */
export function openDataFolder(path: string): DataFolder {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(
      `The data folder ${path} cannot be made: ${(error as Error).message}. Set PENSTOCK_DATA to a folder that can.`,
    );
  }
  const databaseFile = join(path, 'penstock.db');
  const keyFile = join(path, 'secret.key');
  const keyCreated = !existsSync(databaseFile) && createKeyFile(keyFile);
  return {
    databaseFile,
    credentialsFile: join(path, 'credentials.json'),
    keys: readKeys(keyFile),
    keyCreated,
  };
}
