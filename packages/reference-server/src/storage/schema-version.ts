import { sql } from 'kysely';
import { type Database, migrations } from './database.ts';

/** How the tables of a database stand to what this program knows. */
interface SchemaVersion {
  /** The newest migration that was applied. */
  readonly applied: string | null;
  /** The newest one that this program has. */
  readonly known: string | null;
}

/** @throws Error if the database cannot be reached or was never migrated. */
export async function readSchemaVersion(db: Database): Promise<SchemaVersion> {
  const { rows } = await sql<{ name: string | null }>`select max(name) as name from kysely_migration`.execute(
    db,
  );
  return { applied: rows[0]?.name ?? null, known: Object.keys(migrations).sort().at(-1) ?? null };
}
