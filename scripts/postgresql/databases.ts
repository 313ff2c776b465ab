import { inject } from 'vitest';
import type { PostgresVersion, Way } from './server.ts';
import './postgresql-for-tests.ts';

/** Makes an empty database on the server that all files of a run share, and returns its URL. The first call starts the server. */
export async function createPostgresDatabase(
  way: Way = 'socket',
  version: PostgresVersion = 'newest',
): Promise<string> {
  const response = await fetch(`${inject('postgresUrl')}/${version}/${way}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
