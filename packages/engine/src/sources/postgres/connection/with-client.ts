import pg from 'pg';
import { clientConfig } from './client-config.ts';
import type { PostgresAccess } from './postgres-access.ts';

const QUERY_MS = 60_000;

/** Opens a connection. The caller ends it. */
export async function openClient(access: PostgresAccess, options: pg.ClientConfig = {}): Promise<pg.Client> {
  access.addresses.checkHost(access.source.host);
  const client = new pg.Client({ ...clientConfig(access), ...options });
  // A connection that breaks while nothing runs; the next query reports it.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Works with a connection for short queries, and closes it. */
export async function withClient<Result>(
  access: PostgresAccess,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await openClient(access, { query_timeout: QUERY_MS });
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Breaks a connection when a signal is aborted, so that a statement of any length ends. */
export function endWith(client: pg.Client, signal: AbortSignal): Disposable {
  const { stream } = (client as pg.Client & { readonly connection: pg.Connection }).connection;
  const end = () => stream.destroy();
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', end) };
}
