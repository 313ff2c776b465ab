import type { Kysely } from 'kysely';
import type { Vault } from './encryption.ts';
import type { Schema } from './schema.ts';

const OWNER = 'key check';

/**
 * Leaves a sealed mark in a new database, and opens it in an old one: with another key nobody could log in, and what is
 * stored could not be read.
 *
 * @throws Error with a sentence if the database was made with another key.
 */
export async function requireSameKey(db: Kysely<Schema>, vault: Vault): Promise<void> {
  const mark = await db.selectFrom('key_checks').select('sealed').executeTakeFirst();
  if (mark === undefined) {
    await db
      .insertInto('key_checks')
      .values({ id: 1, sealed: vault.seal(OWNER, OWNER) })
      .execute();
    return;
  }
  try {
    vault.open(mark.sealed, OWNER);
  } catch (cause) {
    throw new Error(
      'The key in secret.key is not the one that this database was made with. Put the right file back, or start with another PENSTOCK_DATA folder.',
      { cause },
    );
  }
}
