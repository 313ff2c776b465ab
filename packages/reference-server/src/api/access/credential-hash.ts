import { createHmac, hash, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

/** Secrets are random and long, so a keyed hash needs no slow function to be safe (D-60). */
const SECRET_BYTES = 32;

/** A secret for a person to keep, as URL-safe text. */
export function randomSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** HMAC-SHA256 of a secret under the key of this data folder: useless to who steals the database alone. */
export function hashSecret(key: KeyObject, secret: string): Buffer {
  return createHmac('sha256', key).update(secret).digest();
}

/**
 * Whether the secret is the one that was hashed. An unknown id is compared too, with a hash that nothing has, so that
 * it takes the same time as a wrong secret (D-62).
 */
function secretMatches(key: KeyObject, secret: string, stored: Uint8Array | undefined): boolean {
  const equal = timingSafeEqual(hashSecret(key, secret), stored ?? Buffer.alloc(SECRET_BYTES));
  return equal && stored !== undefined;
}

/** A stored credential with the keyed hash of its secret. */
interface Hashed {
  readonly secret_hash: Uint8Array;
}

/**
 * Whether a secret is that of a stored credential. For a credential object whose secret was correct before, a hash under a key of
 * this process is compared, which takes a seventh of the time. No caller can compute these hashes, so the duration of their
 * comparison reveals nothing about the secret.
 */
export function secretChecks(key: KeyObject): (secret: string, stored: Hashed | undefined) => boolean {
  const ownKey = randomBytes(SECRET_BYTES).toString('base64url');
  const known = new WeakMap<Hashed, string>();
  return (secret, stored) => {
    const earlier = stored && known.get(stored);
    const ownHash = hash('sha256', `${ownKey}${secret}`, 'base64');
    if (earlier === ownHash) return true;
    const isCorrect = secretMatches(key, secret, stored?.secret_hash);
    if (isCorrect && stored !== undefined) known.set(stored, ownHash);
    return isCorrect;
  };
}
