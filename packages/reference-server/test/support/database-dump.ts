import pino from 'pino';
import { readConfiguration } from '../../src/api/configuration.ts';
import { openStorage } from '../../src/storage/storage.ts';

/** Every row of every table, by table: what must be the same if nothing was changed. Rejected requests are counted, too. */
export async function dumpDatabase(environment: Record<string, string>): Promise<Record<string, unknown[]>> {
  const { db, close } = await openStorage(readConfiguration(environment), pino({ level: 'silent' }));
  try {
    const tables = await db.introspection.getTables();
    const dumps = tables
      .filter(({ name }) => name !== 'rate_limits')
      .map(async ({ name }) => {
        const rows = await db
          .selectFrom(name as 'pipes')
          .selectAll()
          .execute();
        return [name, rows] as const;
      });
    return Object.fromEntries(await Promise.all(dumps));
  } finally {
    await close();
  }
}
