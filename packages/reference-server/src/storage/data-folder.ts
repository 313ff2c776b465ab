import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a data folder: the embedded database, the development key and the first credentials. */
export interface DataFolder {
  readonly databaseFile: string;
  readonly keyFile: string;
  readonly credentialsFile: string;
}

/**
 * Opens the data folder and creates it if it does not exist.
 *
 * @throws Error with a message for the operator if it cannot be used.
 */
export function openDataFolder(path: string): DataFolder {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(
      `The data folder ${path} cannot be created: ${(error as Error).message}. Set PENSTOCK_DATA to a folder that this user can create.`,
    );
  }
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(
      `The data folder ${path} cannot be written: ${(error as Error).message}. Give this user access, or set PENSTOCK_DATA to another folder.`,
    );
  }
  return dataFolderAt(path);
}

/**
 * Rejects a folder whose database was moved or deleted. A new one would have other tenants and credentials.
 *
 * @throws Error with a message for the operator
 */
export function rejectLostDatabase({ databaseFile, keyFile, credentialsFile }: DataFolder): void {
  const left = [keyFile, credentialsFile].filter((file) => existsSync(file));
  if (existsSync(databaseFile) || left.length === 0) return;
  throw new Error(
    `The database ${databaseFile} is missing, but ${left.join(' and ')} ${left.length === 1 ? 'exists' : 'exist'}. Restore the database from a backup. To start with a new, empty database, move ${left.length === 1 ? 'that file' : 'those files'} to another folder first.`,
  );
}

/** @throws Error with a message for the operator if the embedded database does not exist */
export function requireDatabase(databaseFile: string): void {
  if (existsSync(databaseFile)) return;
  throw new Error(
    `The database ${databaseFile} does not exist. Set PENSTOCK_DATA to the folder of the database; the first start of a server creates one.`,
  );
}

/** The paths in a data folder, whether it exists or not. */
export function dataFolderAt(path: string): DataFolder {
  return {
    databaseFile: join(path, 'penstock.db'),
    keyFile: join(path, 'secret.key'),
    credentialsFile: join(path, 'credentials.json'),
  };
}
