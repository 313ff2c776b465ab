import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type EmbeddedEngine, embeddedEngine } from '../../src/port/embedded/embedded-engine.ts';
import { qualifiedName } from '../../src/port/names.ts';
import type {} from './engine-folder.ts';
import { MEMORY_MB } from './engine-memory.ts';

let started: Promise<EmbeddedEngine> | undefined;

/**
 * Returns the engine that all test files of a worker share, because a start takes more than half a second of CPU time. Tests may
 * kill its process, but must not close it. A file empties it when it ends.
 */
export function sharedEngine(): Promise<EmbeddedEngine> {
  started ??= embeddedEngine({
    dataFolder: mkdtempSync(join(inject('enginesFolder'), 'worker-')),
    memoryMb: MEMORY_MB,
  });
  return started;
}

const OWN_DATABASES = ['system', 'default', 'penstock', 'information_schema', 'INFORMATION_SCHEMA'];

/** Drops every database, and every table of the databases that the engine has at its start. */
export async function emptyEngine(engine: EmbeddedEngine): Promise<void> {
  const own = OWN_DATABASES.map((name) => `'${name}'`).join(', ');
  const databases = await engine.query({
    sql: `SELECT name FROM system.databases WHERE name NOT IN (${own})`,
  });
  for (const { name } of databases.rows<{ name: string }>())
    await engine.command({ sql: 'DROP DATABASE {name:Identifier}', parameters: { name } });
  const tables = await engine.query({
    sql: `SELECT database, name AS table FROM system.tables WHERE database IN ('default', 'penstock')`,
  });
  for (const table of tables.rows<{ database: string; table: string }>())
    await engine.command({ sql: `DROP TABLE ${qualifiedName(table)} SYNC` });
}
