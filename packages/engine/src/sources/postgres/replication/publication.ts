import type { Client } from 'pg';
import { PipeError } from '../../../pipe-runtime.ts';
import { qualifiedRelation, quoteIdentifier } from '../relations/quote-identifier.ts';
import type { RelationName } from '../relations/relation.ts';

/** A publication, and whether the pipe makes it. */
export interface PublicationOptions {
  readonly name: string;
  readonly made: boolean;
  readonly tables: readonly RelationName[];
}

/**
 * Makes the publication of a pipe, or gives it exactly the tables of the pipe. One that a request named must exist and contain them.
 *
 * @returns whether tables were added to an existing one
 * @throws PipeError
 */
export async function preparePublication(client: Client, options: PublicationOptions): Promise<boolean> {
  const { name, made, tables } = options;
  const list = tables.map(qualifiedRelation).join(', ');
  const found = await findPublication(client, name);
  if (!made) {
    rejectUnsuitable(options, found);
    return false;
  }
  if (found === undefined) {
    await client.query(
      `CREATE PUBLICATION ${quoteIdentifier(name)} FOR TABLE ${list} WITH (publish_via_partition_root = true)`,
    );
    return false;
  }
  const missing = tables.filter((table) => !found.tables.has(qualifiedRelation(table)));
  if (missing.length === 0 && found.tables.size === tables.length) return false;
  await client.query(`ALTER PUBLICATION ${quoteIdentifier(name)} SET TABLE ${list}`);
  return missing.length > 0;
}

/** Checks a publication that a request named. @throws PipeError */
export async function checkPublication(client: Client, options: PublicationOptions): Promise<void> {
  if (!options.made) rejectUnsuitable(options, await findPublication(client, options.name));
}

export async function dropPublication(client: Client, name: string): Promise<void> {
  await client.query(`DROP PUBLICATION IF EXISTS ${quoteIdentifier(name)}`);
}

interface Publication {
  /** Whether it contains insertions, updates and deletions. */
  readonly isComplete: boolean;
  /** Qualified and quoted. */
  readonly tables: ReadonlySet<string>;
}

async function findPublication(client: Client, name: string): Promise<Publication | undefined> {
  const { rows } = await client.query<{ isComplete: boolean }>(
    `SELECT pubinsert AND pubupdate AND pubdelete AS "isComplete" FROM pg_catalog.pg_publication WHERE pubname = $1`,
    [name],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const tables = await client.query<RelationName>(
    'SELECT schemaname AS schema, tablename AS table FROM pg_catalog.pg_publication_tables WHERE pubname = $1',
    [name],
  );
  return { isComplete: row.isComplete, tables: new Set(tables.rows.map(qualifiedRelation)) };
}

function rejectUnsuitable({ name, tables }: PublicationOptions, found: Publication | undefined): void {
  if (found === undefined)
    throw new PipeError(
      'source_not_found',
      `The publication ${name} does not exist. Create it, or create the pipe without publicationName.`,
    );
  if (!found.isComplete)
    throw new PipeError(
      'source_unsuitable',
      `The publication ${name} does not contain all changes. Let it publish insert, update and delete.`,
    );
  const missing = tables.map(qualifiedRelation).filter((table) => !found.tables.has(table));
  if (missing.length > 0)
    throw new PipeError(
      'source_unsuitable',
      `The publication ${name} does not contain ${missing.join(', ')}. Add them to it, and partitioned tables with publish_via_partition_root.`,
    );
}
