import { once } from 'node:events';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { type EngineFolder, emptySpool } from '../engine-folder.ts';
import { loadChdb } from './chdb.ts';
import { createDoor } from './door.ts';
import { SessionPool } from './session-pool.ts';

/*
 * The process of the embedded engine. It ends with its parent, or on SIGTERM, and closes its sessions first. The paths that it
 * uses are in its argument, as JSON.
 */

/** Messages to the parent. */
export type FromEngine =
  | { readonly kind: 'ready'; readonly version: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** The database of statements that name none. The database `default` also contains the files of the working directory. */
const DATABASE = 'penstock';

/** Statements that run have this long to finish; then their connections are closed. */
const DRAIN_MS = 5_000;
/** The library cannot interrupt a statement. After this time the process ends with it. */
const LONGEST_STOP_MS = 8_000;

const folder = JSON.parse(process.argv[2] ?? '{}') as EngineFolder;
await start().catch((error: unknown) => {
  report({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
  process.disconnect?.();
});

async function start(): Promise<void> {
  endFirst();
  process.umask(0o077);
  process.chdir(folder.work);
  // A terminal sends SIGINT to both processes, and the parent decides.
  process.on('SIGINT', () => {});
  const pool = new SessionPool(loadChdb(), folder.store, [`--config-file=${folder.configFile}`]);
  // From here on no other process can have this folder: an existing socket and spooled data are left over.
  rmSync(folder.socket, { force: true });
  emptySpool(folder.spool);
  const version = await prepare(pool);
  const door = createDoor({ pool, database: DATABASE, spool: folder.spool });
  door.listen(folder.socket);
  await once(door, 'listening');
  chmodSync(folder.socket, 0o600);
  stopOnce(door, pool);
  report({ kind: 'ready', version });
}

/** If the machine runs out of memory, the system ends this process before its parent. */
function endFirst(): void {
  try {
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {
    // A sandbox can forbid it; the engine works without it.
  }
}

async function prepare(pool: SessionPool): Promise<string> {
  const wish = { database: 'system', settings: {}, parameters: {}, seconds: 0, clean: false };
  return pool.run(wish, async (session) => {
    await session.queryAsync(`CREATE DATABASE IF NOT EXISTS ${DATABASE}`, { format: 'Null' });
    return (await session.queryAsync('SELECT version()', { format: 'TabSeparated' })).text().trim();
  });
}

function stopOnce(door: Server, pool: SessionPool): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), LONGEST_STOP_MS).unref();
    setTimeout(() => door.closeAllConnections(), DRAIN_MS).unref();
    const closed = once(door, 'close');
    door.close();
    door.closeIdleConnections();
    await closed;
    await pool.close();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('disconnect', stop);
}

function report(message: FromEngine): void {
  if (process.connected) process.send?.(message);
}
