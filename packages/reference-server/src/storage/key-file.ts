import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import type { SecretKey } from './encryption.ts';

const KEY_BYTES = 32;

/** The id of the key in the file, which an operator needs when keys of the configuration take its place. */
const DEVELOPMENT_KEY = 'development';

/**
 * Makes a key for a data folder, readable by its owner alone. Of two processes that start at once one makes it.
 *
 * @returns whether this call has made it; false if there was one.
 */
export function createKeyFile(file: string): boolean {
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, randomBytes(KEY_BYTES).toString('base64'), { flag: 'wx', mode: 0o600 });
  try {
    // A link appears with its whole content, and not at all if the name is taken.
    linkSync(unfinished, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(unfinished);
  }
}

/** @throws Error with a sentence if there is no file or it does not hold a key of this program. */
export function readKeyFile(file: string): SecretKey {
  const key = readBytes(file);
  if (key?.length === KEY_BYTES) return { id: DEVELOPMENT_KEY, key };
  throw new Error(
    `${file} ${key === undefined ? 'is missing' : 'does not hold an encryption key of this server'}, and the database cannot be read without it. Put the right file back, set PENSTOCK_SECRET_KEYS, or start with another PENSTOCK_DATA folder.`,
  );
}

function readBytes(file: string): Buffer | undefined {
  try {
    return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
