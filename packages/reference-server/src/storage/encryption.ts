import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts JSON values at rest with AES-256-GCM (D-22). */
export interface Vault {
  /** `owner` names the row that the value belongs to: a value copied to another row does not open there. */
  seal(value: unknown, owner: string): Uint8Array;
  /** @throws Error if the key, the owner or the bytes are not the ones that were sealed. */
  open(sealed: Uint8Array, owner: string): unknown;
}

/** Layout of a sealed value: format (1 byte), nonce (12), tag (16), ciphertext. */
export function createVault(key: Buffer): Vault {
  return {
    seal(value, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner));
      const ciphertext = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), ciphertext]);
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed);
      if (bytes[0] !== FORMAT) throw new Error('The sealed value has an unknown format.');
      const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
      const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag);
      const ciphertext = bytes.subarray(1 + NONCE_BYTES + TAG_BYTES);
      return JSON.parse(Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8'));
    },
  };
}
