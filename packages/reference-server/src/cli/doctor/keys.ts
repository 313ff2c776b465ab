import type { Kysely } from 'kysely';
import type { Configuration } from '../../api/configuration.ts';
import { dataFolderAt } from '../../storage/data-folder.ts';
import { createVault } from '../../storage/encryption.ts';
import { readKeyFile } from '../../storage/key-file.ts';
import { findWrongKeys, keysInUse } from '../../storage/root-secret.ts';
import type { Schema } from '../../storage/schema.ts';
import { type Finding, ok, wrong } from './finding.ts';

const REMEDY =
  'Restore the right key in PENSTOCK_SECRET_KEYS or in the file secret.key of the data folder; without it, stored secrets cannot be decrypted.';

/** Checks that every key that the database needs is available. */
export async function examineKeys(
  db: Kysely<Schema>,
  { secretKeys, dataFolder }: Configuration,
): Promise<Finding> {
  const inUse = await keysInUse(db);
  if (inUse.length === 0) return examineUnusedKeys(secretKeys);
  try {
    const wrongKeys = await findWrongKeys(
      db,
      createVault(secretKeys ?? [readKeyFile(dataFolderAt(dataFolder).keyFile)]),
    );
    if (wrongKeys.length > 0) return wrong('keys', wrongKeys.join(' '), REMEDY);
  } catch (error) {
    return wrong('keys', (error as Error).message, REMEDY);
  }
  const note =
    secretKeys === undefined ? ', the development key; set PENSTOCK_SECRET_KEYS outside of development' : '';
  return ok('keys', `the database can be decrypted with ${inUse.join(', ')}${note}`);
}

/** Without a database there is nothing to decrypt yet. */
export function examineUnusedKeys(secretKeys: Configuration['secretKeys']): Finding {
  return secretKeys === undefined
    ? ok('keys', 'the first start creates a development key; set PENSTOCK_SECRET_KEYS outside of development')
    : ok('keys', `${secretKeys.map(({ id }) => id).join(', ')} from PENSTOCK_SECRET_KEYS`);
}
