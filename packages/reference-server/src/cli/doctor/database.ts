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

/** Whether the database answers, has tables of this program, agrees about the time, and opens with the keys. */
export async function examineDatabase(configuration: Configuration): Promise<Finding[]> {
  const { databaseFile } = dataFolderAt(configuration.dataFolder);
  const { databaseUrl, secretKeys } = configuration;
  if (databaseUrl === undefined && !existsSync(databaseFile))
    return [
      ok('database', `${databaseFile} is not there yet; the first start makes it`),
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
        `${databaseUrl === undefined ? databaseFile : 'PostgreSQL'} does not answer: ${reason.message}`,
        'See that it runs and is whole, that it takes this user, and that its disk is not full.',
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
  return `${databaseUrl === undefined ? dataFolderAt(dataFolder).databaseFile : 'PostgreSQL'} answers`;
}

function examineSchema({ applied, known }: SchemaVersion): Finding {
  if (applied === known) return ok('schema', `the tables are those of this version (${known})`);
  if (applied === null) return ok('schema', 'there are no tables yet; the first start makes them');
  if (known !== null && applied < known)
    return ok('schema', `the tables are those of an older version (${applied}); the next start changes them`);
  return wrong(
    'schema',
    `the tables are those of a newer version (${applied}), this one knows ${known}`,
    'Install the version that has used this database last, or a newer one.',
  );
}
