import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Database } from './database.ts';
import { UnknownKey, type Vault } from './encryption.ts';
import type { Schema } from './schema.ts';
import { sealedLocation } from './sealed-columns.ts';

const ROOT_BYTES = 32;

/**
 * Keys for different purposes, derived from the root secret of the database (RFC 5869). The root secret never changes and
 * is encrypted with each key in use, so rotating those keys invalidates no credential and no cursor. These are key
 * objects, because creating one from bytes takes five times as long as hashing a secret.
 */
export interface DerivedKeys {
  /** Keys the hashes of credentials (D-60). */
  readonly credentials: KeyObject;
  /** Keys the hashes of repeatable requests (D-12), whose bodies can contain guessable secrets. */
  readonly requests: KeyObject;
  /** Signs the cursors of lists (D-05). */
  readonly cursors: KeyObject;
}

/** The ids of the keys that the database needs; none if it is new. */
export async function keysInUse(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('secret_keys').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/**
 * Decrypts the root secret with every key that the database needs, creates it if the database is new, and registers the
 * key that encrypts from now on.
 *
 * @throws Error with a message for the operator if one of the keys is missing or wrong
 */
export async function openRootSecret(db: Database, vault: Vault): Promise<DerivedKeys> {
  if ((await keysInUse(db)).length === 0) await register(db, vault, randomBytes(ROOT_BYTES));
  const rows = await db.selectFrom('secret_keys').selectAll().orderBy('id').execute();
  const opened = rows.map((row) => openWith(vault, row));
  const wrong = opened.flatMap((result) => ('wrong' in result ? [result.wrong] : []));
  const [root] = opened.flatMap((result) => ('root' in result ? [result.root] : []));
  if (wrong.length > 0 || root === undefined) throw new Error(`${wrong.join('\n')}\n${WHAT_TO_DO}`);
  if (!rows.some(({ id }) => id === vault.keyId)) await register(db, vault, root);
  const derive = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', root, '', `penstock ${purpose}`, ROOT_BYTES)));
  return { credentials: derive('credentials'), requests: derive('requests'), cursors: derive('cursors') };
}

/** Returns a sentence per key of the database that is missing or wrong. Changes nothing. */
export async function findWrongKeys(db: Database, vault: Vault): Promise<string[]> {
  const rows = await db.selectFrom('secret_keys').selectAll().orderBy('id').execute();
  return rows
    .map((row) => openWith(vault, row))
    .flatMap((result) => ('wrong' in result ? [result.wrong] : []));
}

const WHAT_TO_DO =
  'Restore the right key in PENSTOCK_SECRET_KEYS or in the file secret.key of the data folder, or use another database.';

function openWith(vault: Vault, row: Schema['secret_keys']): { root: Buffer } | { wrong: string } {
  try {
    return {
      root: Buffer.from(vault.open(row.root, sealedLocation('secret_keys', row)) as string, 'base64'),
    };
  } catch (error) {
    const reason =
      error instanceof UnknownKey
        ? 'which this server does not have'
        : 'and the configured key with this id is a different one';
    return { wrong: `The database is encrypted with the key ${row.id}, ${reason}.` };
  }
}

/** If two processes start together, both use the root secret of the first one. */
async function register(db: Database, vault: Vault, root: Buffer): Promise<void> {
  const id = vault.keyId;
  await db
    .insertInto('secret_keys')
    .values({ id, root: vault.seal(root.toString('base64'), sealedLocation('secret_keys', { id })) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
