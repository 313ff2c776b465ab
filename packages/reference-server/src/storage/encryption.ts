import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import type { SealedPlace } from './sealed-columns.ts';

const ALGORITHM = 'aes-256-gcm';
const FORMAT = 2;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key of the key ring. */
export interface SecretKey {
  /** Names the key in what it has encrypted. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** Encrypts JSON values at rest with AES-256-GCM under a ring of keys (D-22): the first one seals, all of them open. */
export interface Vault {
  /** The key that seals. */
  readonly keyId: string;
  /** What everything that this vault seals begins with: so a query can tell what an older key has sealed. */
  readonly prefix: Uint8Array;
  /** The place is authenticated with the value: copied to another row or column it does not open there. */
  seal(value: unknown, place: SealedPlace): Uint8Array;
  /**
   * @throws UnknownKey if the ring does not have the key.
   * @throws Error if the key, the place or the bytes are not the ones that were sealed.
   */
  open(sealed: Uint8Array, place: SealedPlace): unknown;
}

/** A value was sealed with a key that is not in the ring. */
export class UnknownKey extends Error {
  override readonly name = 'UnknownKey';
  readonly keyId: string;
  constructor(keyId: string) {
    super(`A stored value was encrypted with the key ${keyId}, which this server does not have.`);
    this.keyId = keyId;
  }
}

/** Layout of a sealed value: format (1 byte), length of the key's id (1), the id, nonce (12), tag (16), ciphertext. */
export function createVault(keys: readonly [SecretKey, ...SecretKey[]]): Vault {
  const [writing] = keys;
  // Key objects, because preparing a key from bytes each time costs more than opening a small value.
  const writingKey = createSecretKey(writing.key);
  const ring = new Map(keys.map(({ id, key }) => [id, createSecretKey(key)]));
  const prefix = prefixOf(writing.id);
  return {
    keyId: writing.id,
    prefix,
    seal(value, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, writingKey, nonce).setAAD(Buffer.from(place));
      const ciphertext = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([prefix, nonce, cipher.getAuthTag(), ciphertext]);
    },
    open(sealed, place) {
      const { keyId, nonce, tag, ciphertext } = parse(Buffer.from(sealed));
      const key = ring.get(keyId);
      if (key === undefined) throw new UnknownKey(keyId);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
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
  if (format !== FORMAT) throw new Error('The sealed value has an unknown format.');
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
