import { sql } from 'kysely';
import { type Database, migrations } from './database.ts';

/** The migrations of a database, compared with those of this version. */
export interface SchemaVersion {
  /** The newest migration that was applied; null if there are no tables. */
  readonly applied: string | null;
  /** The newest one that this program has. */
  readonly known: string | null;
}

/** @throws Error if the database cannot be reached. */
export async function readSchemaVersion(db: Database): Promise<SchemaVersion> {
  const known = Object.keys(migrations).sort().at(-1) ?? null;
  try {
    const { rows } = await sql<{
      name: string | null;
    }>`select max(name) as name from kysely_migration`.execute(db);
    return { applied: rows[0]?.name ?? null, known };
  } catch (error) {
    if (await wasMigrated(db)) throw error;
    return { applied: null, known };
  }
}

async function wasMigrated(db: Database): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.some(({ name }) => name === 'kysely_migration');
}
