import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { isPostgres } from './dialects.ts';

/** Whether values that were read before are still those of the database, without reading them again. */
export interface DatabaseChanges {
  /**
   * A number that is another one after every announced change, of this process or of another one. Undefined while changes
   * are not known: nothing may be kept then.
   */
  version(): number | undefined;
  close(): void;
}

const CHANNEL = 'penstock_access';
/** Also without an announcement, the number changes this often: a broken connection may go unnoticed. */
const RENEWAL_MS = 5_000;
const RECONNECT_MS = 1_000;

/**
 * Announces a change to all processes, when its transaction is committed. SQLite needs no announcement: every commit changes
 * the number there.
 */
export async function announceChange(db: Database): Promise<void> {
  if (isPostgres(db)) await sql`select pg_notify(${CHANNEL}, '')`.execute(db);
}

/**
 * Listens for the changes of a PostgreSQL database from the first use on, over a connection of its own that is opened again
 * when it breaks.
 */
export function listenForChanges(url: string): DatabaseChanges {
  const closing = new AbortController();
  let version = 0;
  let client: pg.Client | undefined;
  let isListening = false;
  let renewal: NodeJS.Timeout | undefined;

  const connect = async () => {
    const connecting = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'penstock',
    });
    client = connecting;
    connecting.on('notification', () => {
      version += 1;
    });
    connecting.once('end', reconnect).on('error', () => {});
    try {
      await connecting.connect();
      await connecting.query(`listen ${CHANNEL}`);
      version += 1;
      isListening = client === connecting;
    } catch {
      await connecting.end().catch(() => undefined);
    }
  };
  const reconnect = () => {
    isListening = false;
    if (!closing.signal.aborted) setTimeout(connect, RECONNECT_MS).unref();
  };
  const start = () => {
    renewal = setInterval(() => {
      version += 1;
    }, RENEWAL_MS).unref();
    void connect();
  };
  return {
    version() {
      if (renewal === undefined) start();
      return isListening ? version : undefined;
    },
    close() {
      closing.abort();
      clearInterval(renewal);
      isListening = false;
      void client?.end().catch(() => undefined);
    },
  };
}
