import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import type { SealedLocation } from './sealed-columns.ts';

const ALGORITHM = 'aes-256-gcm';
const FORMAT = 2;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key of the key ring. */
export interface SecretKey {
  /** Identifies the key in the values that it has encrypted. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** Encrypts JSON values with AES-256-GCM (D-22): the first key encrypts, all keys decrypt. */
export interface Vault {
  /** The id of the key that encrypts. */
  readonly keyId: string;
  /** The prefix of every value that this vault encrypts, so that a query can find values of older keys. */
  readonly prefix: Uint8Array;
  /** The location is authenticated with the value: a value copied to another row or column cannot be decrypted. */
  seal(value: unknown, location: SealedLocation): Uint8Array;
  /**
   * @throws UnknownKey if this vault does not have the key
   * @throws Error if the key, the location or the bytes are wrong
   */
  open(sealed: Uint8Array, location: SealedLocation): unknown;
}

/** A value was encrypted with a key that this vault does not have. */
export class UnknownKey extends Error {
  override readonly name = 'UnknownKey';
  readonly keyId: string;
  constructor(keyId: string) {
    super(`A stored value was encrypted with the key ${keyId}, which this server does not have.`);
    this.keyId = keyId;
  }
}

/** Layout of an encrypted value: format (1 byte), length of the key id (1), key id, nonce (12), tag (16), ciphertext. */
export function createVault(keys: readonly [SecretKey, ...SecretKey[]]): Vault {
  const [writing] = keys;
  // Key objects, because creating a key from bytes each time costs more than decrypting a small value.
  const writingKey = createSecretKey(writing.key);
  const ring = new Map(keys.map(({ id, key }) => [id, createSecretKey(key)]));
  const prefix = prefixOf(writing.id);
  return {
    keyId: writing.id,
    prefix,
    seal(value, location) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, writingKey, nonce).setAAD(Buffer.from(location));
      const ciphertext = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([prefix, nonce, cipher.getAuthTag(), ciphertext]);
    },
    open(sealed, location) {
      const { keyId, nonce, tag, ciphertext } = parse(Buffer.from(sealed));
      const key = ring.get(keyId);
      if (key === undefined) throw new UnknownKey(keyId);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(location))
        .setAuthTag(tag);
      return JSON.parse(Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8'));
    },
  };
}

function prefixOf(keyId: string): Buffer {
  return Buffer.concat([Buffer.of(FORMAT, keyId.length), Buffer.from(keyId, 'ascii')]);
}

function parse(sealed: Buffer) {
  const [format, idBytes = 0] = sealed;
  if (format !== FORMAT) throw new Error('The encrypted value has an unknown format.');
  const nonceAt = 2 + idBytes;
  const tagAt = nonceAt + NONCE_BYTES;
  const ciphertextAt = tagAt + TAG_BYTES;
  return {
    keyId: sealed.toString('ascii', 2, nonceAt),
    nonce: sealed.subarray(nonceAt, tagAt),
    tag: sealed.subarray(tagAt, ciphertextAt),
    ciphertext: sealed.subarray(ciphertextAt),
  };
}
