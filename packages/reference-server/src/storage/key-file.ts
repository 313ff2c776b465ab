import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';

const KEY_BYTES = 32;

/** Keys for different purposes, derived from the one secret of the data folder (RFC 5869). */
export interface Keys {
  /** Encrypts what pipes keep secret (D-22). */
  readonly encryption: Buffer;
  /** Keys the hashes of credentials (D-60). */
  readonly credentials: Buffer;
  /** Keys the hashes of requests that may be repeated (D-12), whose bodies can hold guessable secrets. */
  readonly requests: Buffer;
  /** Signs the cursors of lists (D-05). */
  readonly cursors: Buffer;
}

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
export function readKeys(file: string): Keys {
  const secret = readSecret(file);
  if (secret?.length !== KEY_BYTES) {
    throw new Error(
      `${file} ${secret === undefined ? 'is missing' : 'does not hold an encryption key of this server'}, and the database beside it cannot be read without it. Put the right file back, or start with another PENSTOCK_DATA folder.`,
    );
  }
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `penstock ${purpose}`, KEY_BYTES));
  return {
    encryption: derive('encryption'),
    credentials: derive('credentials'),
    requests: derive('requests'),
    cursors: derive('cursors'),
  };
}

function readSecret(file: string): Buffer | undefined {
  try {
    return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
