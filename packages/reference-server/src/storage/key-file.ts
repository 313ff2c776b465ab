import { hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const KEY_BYTES = 32;

/** Keys for different purposes, derived from the one secret of the data folder (RFC 5869). */
export interface Keys {
  /** Encrypts what pipes keep secret (D-22). */
  readonly encryption: Buffer;
  /** Keys the hashes of credentials (D-60). */
  readonly credentials: Buffer;
  /** Keys the hashes of requests that may be repeated (D-12), whose bodies can hold guessable secrets. */
  readonly requests: Buffer;
  /** Whether the file was made just now. */
  readonly created: boolean;
}

/**
 * Reads the development key of a data folder and makes it, readable by its owner alone, if there is none.
 *
 * @throws Error if the file does not hold a key of this program.
 */
export function loadKeys(file: string): Keys {
  const { secret, created } = readOrCreate(file);
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `penstock ${purpose}`, KEY_BYTES));
  return {
    encryption: derive('encryption'),
    credentials: derive('credentials'),
    requests: derive('requests'),
    created,
  };
}

function readOrCreate(file: string): { secret: Buffer; created: boolean } {
  try {
    // `wx`: of two processes that start at once only one makes the key, the other reads it.
    const secret = randomBytes(KEY_BYTES);
    writeFileSync(file, secret.toString('base64'), { flag: 'wx', mode: 0o600 });
    return { secret, created: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (secret.length === KEY_BYTES) return { secret, created: false };
  throw new Error(
    `${file} does not hold an encryption key of this server. Put the right file back; without it stored credentials cannot be read.`,
  );
}
