import { existsSync } from 'node:fs';
import type { Kysely } from 'kysely';
import type { Configuration } from '../../api/configuration.ts';
import { dataFolderAt } from '../../storage/data-folder.ts';
import { connectDatabase } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { readSchemaVersion, type SchemaVersion } from '../../storage/schema-version.ts';
import { examineClock } from './clock.ts';
import { type Finding, ok, wrong } from './finding.ts';
import { examineKeys, examineUnusedKeys } from './keys.ts';

/** Checks that the database responds, has the tables of this version, has the same time, and matches the keys. */
export async function examineDatabase(configuration: Configuration): Promise<Finding[]> {
  const { databaseFile } = dataFolderAt(configuration.dataFolder);
  const { databaseUrl, secretKeys } = configuration;
  if (databaseUrl === undefined && !existsSync(databaseFile))
    return [
      ok('database', `${databaseFile} does not exist yet; the first start creates it`),
      examineUnusedKeys(secretKeys),
    ];
  const location = databaseUrl === undefined ? { file: databaseFile } : { url: databaseUrl };
  try {
    const { db } = connectDatabase(location);
    try {
      return await examineOpen(db, configuration);
    } finally {
      await db.destroy();
    }
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
    return [
      wrong(
        'database',
        `${databaseUrl === undefined ? databaseFile : 'PostgreSQL'} does not respond: ${reason.message}`,
        'Check that the database runs, is not damaged, accepts this user, and that its disk is not full.',
      ),
    ];
  }
}

async function examineOpen(db: Kysely<Schema>, configuration: Configuration): Promise<Finding[]> {
  const version = await readSchemaVersion(db);
  const reached = [ok('database', describe(configuration)), examineSchema(version)];
  if (version.applied === null) return [...reached, examineUnusedKeys(configuration.secretKeys)];
  if (reached.some((finding) => !finding.ok)) return reached;
  return [...reached, await examineClock(db), await examineKeys(db, configuration)];
}

function describe({ databaseUrl, dataFolder }: Configuration): string {
  return `${databaseUrl === undefined ? dataFolderAt(dataFolder).databaseFile : 'PostgreSQL'} responds`;
}

function examineSchema({ applied, known }: SchemaVersion): Finding {
  if (applied === known) return ok('schema', `the tables match this version (${known})`);
  if (applied === null) return ok('schema', 'there are no tables yet; the first start creates them');
  if (known !== null && applied < known)
    return ok('schema', `the tables are from an older version (${applied}); the next start migrates them`);
  return wrong(
    'schema',
    `the tables are from a newer version (${applied}); this version supports ${known}`,
    'Install the version that last used this database, or a newer one.',
  );
}
