import type { DatabaseChanges } from '../../storage/database-changes.ts';

/** More than the credentials of most servers; further ones are read each time. */
const MAX_ROWS = 10_000;

/** The version of the database that a row has to be from; undefined if that is not known. */
type Version = ReturnType<DatabaseChanges['version']>;

/** Finds a row by its id. It needs no time if the row was read before and is still that of the version. */
type FindRow<Row> = (id: string, version: Version) => Promise<Row | undefined> | Row;

/** Finds rows by their ids, and reads each only once until the database changes. Rows that do not exist are not kept. */
export function cachedRows<Row extends object>(
  find: (id: string) => Promise<Row | undefined>,
  changes: Pick<DatabaseChanges, 'version'>,
): FindRow<Row> {
  const rows = new Map<string, Row>();
  let validFor: Version;

  const read = async (id: string, version: Version) => {
    const row = await find(id);
    // The row may be older than a change that came meanwhile.
    const isCurrent = changes.version() === version && validFor === version;
    if (row !== undefined && isCurrent && rows.size < MAX_ROWS) rows.set(id, row);
    return row;
  };

  return (id, version) => {
    if (version === undefined) return find(id);
    if (version !== validFor) {
      rows.clear();
      validFor = version;
    }
    return rows.get(id) ?? read(id, version);
  };
}
