import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import type { SecretKey } from './encryption.ts';

const KEY_BYTES = 32;

/** The id of the key in the file. An operator needs it to move to PENSTOCK_SECRET_KEYS. */
const DEVELOPMENT_KEY = 'development';

/**
 * Creates a key for a data folder, readable by its owner only. If two processes start together, one of them creates it.
 *
 * @returns whether this call created it; false if it existed
 */
export function createKeyFile(file: string): boolean {
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, randomBytes(KEY_BYTES).toString('base64'), { flag: 'wx', mode: 0o600 });
  try {
    // A link appears with its complete content, or not at all if the name exists.
    linkSync(unfinished, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(unfinished);
  }
}

/** @throws Error with a message for the operator if the file is missing or is not a key of this server */
export function readKeyFile(file: string): SecretKey {
  const key = readBytes(file);
  if (key?.length === KEY_BYTES) return { id: DEVELOPMENT_KEY, key };
  throw new Error(
    `${file} ${key === undefined ? 'is missing' : 'is not an encryption key of this server'}, and without the key the database cannot be read. Restore the right file, set PENSTOCK_SECRET_KEYS, or use another PENSTOCK_DATA folder.`,
  );
}

const OTHERS = 0o077;

/** Whether other users than the owner can read or write the file. */
export function isReadableByOthers(file: string): boolean {
  return (statSync(file).mode & OTHERS) !== 0;
}

function readBytes(file: string): Buffer | undefined {
  try {
    return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
