import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the embedded database, the development key and the first credentials. */
export interface DataFolder {
  readonly databaseFile: string;
  readonly keyFile: string;
  readonly credentialsFile: string;
}

/**
 * Opens the data folder and makes it if there is none.
 *
 * @throws Error with a sentence if it cannot be used.
 */
export function openDataFolder(path: string): DataFolder {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(
      `The data folder ${path} cannot be made: ${(error as Error).message}. Set PENSTOCK_DATA to a folder that can.`,
    );
  }
  return dataFolderAt(path);
}

/** @throws Error with a sentence if there is no embedded database there. */
export function requireDatabase(databaseFile: string): void {
  if (existsSync(databaseFile)) return;
  throw new Error(
    `There is no database at ${databaseFile}. Set PENSTOCK_DATA to the folder that has it; the first start of a server makes one.`,
  );
}

/** Where things are in a data folder, whether it is there or not. */
export function dataFolderAt(path: string): DataFolder {
  return {
    databaseFile: join(path, 'penstock.db'),
    keyFile: join(path, 'secret.key'),
    credentialsFile: join(path, 'credentials.json'),
  };
}
