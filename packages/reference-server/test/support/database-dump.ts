import pino from 'pino';
import { readConfiguration } from '../../src/api/configuration.ts';
import { openStorage } from '../../src/storage/storage.ts';

/** Reads a database with a connection of its own. */
export interface DatabaseDump {
  /** Every row of every table, by table: what must be the same if nothing was changed. Rejected requests are counted, too. */
  read(): Promise<Record<string, unknown[]>>;
  close(): Promise<void>;
}

export async function openDatabaseDump(environment: Record<string, string>): Promise<DatabaseDump> {
  const { db, close } = await openStorage(readConfiguration(environment), pino({ level: 'silent' }));
  const tables = (await db.introspection.getTables()).filter(({ name }) => name !== 'rate_limits');
  return {
    async read() {
      const dumps = tables.map(async ({ name }) => {
        const rows = await db
          .selectFrom(name as 'pipes')
          .selectAll()
          .execute();
        return [name, rows] as const;
      });
      return Object.fromEntries(await Promise.all(dumps));
    },
    close,
  };
}
