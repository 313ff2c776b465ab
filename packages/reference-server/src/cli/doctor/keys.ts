import type { Kysely } from 'kysely';
import type { Configuration } from '../../api/configuration.ts';
import { dataFolderAt } from '../../storage/data-folder.ts';
import { createVault } from '../../storage/encryption.ts';
import { readKeyFile } from '../../storage/key-file.ts';
import { findWrongKeys, keysInUse } from '../../storage/root-secret.ts';
import type { Schema } from '../../storage/schema.ts';
import { type Finding, ok, wrong } from './finding.ts';

const REMEDY =
  'Put the right key back, in PENSTOCK_SECRET_KEYS or in the file secret.key of the data folder; without it nothing that is secret can be read.';

/** Whether there is a key for everything that the database has encrypted. */
export async function examineKeys(
  db: Kysely<Schema>,
  { secretKeys, dataFolder }: Configuration,
): Promise<Finding> {
  const inUse = await keysInUse(db);
  if (inUse.length === 0) return examineUnusedKeys(secretKeys);
  try {
    const faults = await findWrongKeys(
      db,
      createVault(secretKeys ?? [readKeyFile(dataFolderAt(dataFolder).keyFile)]),
    );
    if (faults.length > 0) return wrong('keys', faults.join(' '), REMEDY);
  } catch (error) {
    return wrong('keys', (error as Error).message, REMEDY);
  }
  const note =
    secretKeys === undefined ? ', the development key; set PENSTOCK_SECRET_KEYS for anything else' : '';
  return ok('keys', `the database opens with ${inUse.join(', ')}${note}`);
}

/** Where there is no database yet. */
export function examineUnusedKeys(secretKeys: Configuration['secretKeys']): Finding {
  return secretKeys === undefined
    ? ok('keys', 'the first start makes a development key; set PENSTOCK_SECRET_KEYS for anything else')
    : ok('keys', `${secretKeys.map(({ id }) => id).join(', ')} from PENSTOCK_SECRET_KEYS`);
}
