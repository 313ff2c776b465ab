import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Database } from './database.ts';
import { UnknownKey, type Vault } from './encryption.ts';
import type { Schema } from './schema.ts';
import { sealedPlace } from './sealed-columns.ts';

const ROOT_BYTES = 32;

/**
 * Keys for different purposes, derived from the one root secret of the database (RFC 5869). The root is made once and
 * stays, sealed with each key that is in use, so that a rotation of those invalidates no credential and no cursor.
 * They are key objects, because preparing one from bytes costs five times as much as the hash of a secret.
 */
export interface DerivedKeys {
  /** Keys the hashes of credentials (D-60). */
  readonly credentials: KeyObject;
  /** Keys the hashes of requests that may be repeated (D-12), whose bodies can hold guessable secrets. */
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
 * Opens the root secret with every key that the database needs, makes it if the database is new, and registers the key
 * that seals from now on.
 *
 * @throws Error with a sentence if one of the keys is missing or is another one.
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

/** A sentence for each key that the database needs and that is missing or another one. Changes nothing. */
export async function findWrongKeys(db: Database, vault: Vault): Promise<string[]> {
  const rows = await db.selectFrom('secret_keys').selectAll().orderBy('id').execute();
  return rows
    .map((row) => openWith(vault, row))
    .flatMap((result) => ('wrong' in result ? [result.wrong] : []));
}

const WHAT_TO_DO =
  'Put the right key back, in PENSTOCK_SECRET_KEYS or in the file secret.key of the data folder, or start with another database.';

function openWith(vault: Vault, row: Schema['secret_keys']): { root: Buffer } | { wrong: string } {
  try {
    return { root: Buffer.from(vault.open(row.root, sealedPlace('secret_keys', row)) as string, 'base64') };
  } catch (error) {
    const reason =
      error instanceof UnknownKey
        ? 'which this server does not have'
        : 'and the key of this id is not the one that it was made with';
    return { wrong: `The database is encrypted with the key ${row.id}, ${reason}.` };
  }
}

/** Of two processes that start at once one is first; both use what it has left. */
async function register(db: Database, vault: Vault, root: Buffer): Promise<void> {
  const id = vault.keyId;
  await db
    .insertInto('secret_keys')
    .values({ id, root: vault.seal(root.toString('base64'), sealedPlace('secret_keys', { id })) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
