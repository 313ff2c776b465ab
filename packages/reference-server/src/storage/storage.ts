import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { OnQuery } from '../telemetry/traces.ts';
import { openDataFolder, rejectLostDatabase } from './data-folder.ts';
import { type Database, type DatabaseLocation, openDatabase } from './database.ts';
import { type DatabaseChanges, listenForChanges } from './database-changes.ts';
import { createVault, type SecretKey, type Vault } from './encryption.ts';
import { createKeyFile, isReadableByOthers, readKeyFile } from './key-file.ts';
import { type DerivedKeys, keysInUse, openRootSecret } from './root-secret.ts';
import type { Schema } from './schema.ts';
import { alone } from './transaction.ts';

/** The settings that storage needs. */
export interface StorageSettings {
  /** Absolute path of the data folder. */
  readonly dataFolder: string;
  /** Undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  /** The first one encrypts. Undefined for the development key of the data folder. */
  readonly secretKeys: readonly [SecretKey, ...SecretKey[]] | undefined;
}

/** The database and the keys to it. */
export interface Storage {
  readonly db: Kysely<Schema>;
  /** The connections to PostgreSQL; undefined for the embedded database. */
  readonly pool: Pool | undefined;
  /** Whether values that were read before are still those of the database. */
  readonly changes: DatabaseChanges;
  readonly vault: Vault;
  readonly keys: DerivedKeys;
  /** The path of the file with the first credentials. */
  readonly credentialsFile: string;
  close(): Promise<void>;
}

/**
 * Opens the database of the settings with its keys.
 *
 * @throws Error with a message for the operator if the data folder, the database or a key cannot be used.
 */
export async function openStorage(
  settings: StorageSettings,
  logger: Logger,
  onQuery?: OnQuery,
): Promise<Storage> {
  const folder = openDataFolder(settings.dataFolder);
  const { databaseFile, keyFile, credentialsFile } = folder;
  const { databaseUrl } = settings;
  if (databaseUrl === undefined) rejectLostDatabase(folder);
  const location: DatabaseLocation =
    databaseUrl === undefined ? { file: databaseFile } : { url: databaseUrl };
  const { db, pool, version } = await openDatabase(location, onQuery);
  const changes = version === undefined ? listenForChanges(databaseUrl ?? '') : { version, close: () => {} };
  const close = async () => {
    changes.close();
    await db.destroy();
  };
  try {
    const { vault, keys } = await alone(db, async (transaction) => {
      const secretKeys = settings.secretKeys ?? [await developmentKey(transaction, keyFile, logger)];
      const ring = createVault(secretKeys);
      return { vault: ring, keys: await openRootSecret(transaction, ring) };
    });
    return { db, pool, changes, vault, keys, credentialsFile, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A key is created for a new database only; it could not decrypt the values of an existing one. */
async function developmentKey(db: Database, keyFile: string, logger: Logger): Promise<SecretKey> {
  const isNew = (await keysInUse(db)).length === 0;
  if (isNew && createKeyFile(keyFile))
    logger.warn(
      { keyFile },
      'A development key was created in the data folder, and stored secrets are encrypted with it. Set PENSTOCK_SECRET_KEYS outside of development',
    );
  const key = readKeyFile(keyFile);
  if (isReadableByOthers(keyFile))
    logger.warn(
      { keyFile },
      'Other users can read the development key, and with it the stored secrets. Remove their access (chmod go= on the file), and rotate the key if others may have read it',
    );
  return key;
}
