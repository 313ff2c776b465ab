import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import { present } from '../../stack/base/present.ts';
import { compiledReads } from '../../storage/compiled-query.ts';
import type { Database } from '../../storage/database.ts';
import { announceChange } from '../../storage/database-changes.ts';
import type { Schema } from '../../storage/schema.ts';

/** The tables of who may come in and of what they may reach. */
type AccessTable = 'organizations' | 'services' | 'teams' | 'api_keys' | 'tokens';

/** The queries that all of these tables have in common. */
export interface AccessRepository<Row> {
  find(id: string): Promise<Row | undefined>;
  /** Those that have these values, in the order of their creation. */
  list(having?: Partial<Row>): Promise<Row[]>;
  insert(row: Row): Promise<void>;
  update(id: string, changes: Partial<Row>): Promise<void>;
  /** False if there is none. */
  remove(id: string): Promise<boolean>;
}

/** The columns that all of these tables have. */
interface Common {
  id: string;
  created_at: string;
}

const FIND = {
  organizations: compiledReads((db, { id }: Id) =>
    db.selectFrom('organizations').selectAll().where('id', '=', id),
  ),
  services: compiledReads((db, { id }: Id) => db.selectFrom('services').selectAll().where('id', '=', id)),
  teams: compiledReads((db, { id }: Id) => db.selectFrom('teams').selectAll().where('id', '=', id)),
  api_keys: compiledReads((db, { id }: Id) => db.selectFrom('api_keys').selectAll().where('id', '=', id)),
  tokens: compiledReads((db, { id }: Id) => db.selectFrom('tokens').selectAll().where('id', '=', id)),
};

interface Id {
  readonly id: string;
}

export function accessRepository<Table extends AccessTable>(
  db: Database,
  table: Table,
): AccessRepository<Selectable<Schema[Table]>> {
  type Row = Selectable<Schema[Table]>;
  // Kysely cannot know the columns of a table that is a type parameter.
  const rows = db as unknown as Kysely<Record<AccessTable, Common>>;
  const name: AccessTable = table;
  return {
    async find(id) {
      const [row] = await FIND[name](db, { id });
      return row as Row | undefined;
    },
    async list(having = {}) {
      let query = rows.selectFrom(name).selectAll();
      query = query.where((expression) => expression.and(present(having)));
      return (await query.orderBy('created_at').orderBy('id').execute()) as Row[];
    },
    async insert(row) {
      await rows
        .insertInto(name)
        .values(row as unknown as Insertable<Common>)
        .execute();
      await announceChange(db);
    },
    async update(id, changes) {
      const set = changes as Updateable<Common>;
      await rows.updateTable(name).set(set).where('id', '=', id).execute();
      await announceChange(db);
    },
    async remove(id) {
      const { numDeletedRows } = await rows.deleteFrom(name).where('id', '=', id).executeTakeFirst();
      await announceChange(db);
      return numDeletedRows === 1n;
    },
  };
}
