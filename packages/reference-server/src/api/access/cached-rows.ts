import type { DatabaseChanges } from '../../storage/database-changes.ts';

/** More than the credentials of most servers; further ones are read each time. */
const MAX_ROWS = 10_000;

/** Finds rows by their ids, and reads each only once until the database changes. Rows that do not exist are not kept. */
export function cachedRows<Row>(
  find: (id: string) => Promise<Row | undefined>,
  changes: Pick<DatabaseChanges, 'version'>,
): (id: string) => Promise<Row | undefined> {
  const rows = new Map<string, Row>();
  let validFor: number | undefined;
  return async (id) => {
    const version = changes.version();
    if (version === undefined) return find(id);
    if (version !== validFor) {
      rows.clear();
      validFor = version;
    }
    const known = rows.get(id);
    if (known !== undefined) return known;
    const row = await find(id);
    // The row may be older than a change that came meanwhile.
    const isCurrent = changes.version() === version && validFor === version;
    if (row !== undefined && isCurrent && rows.size < MAX_ROWS) rows.set(id, row);
    return row;
  };
}
