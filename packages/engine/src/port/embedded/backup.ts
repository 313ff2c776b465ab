import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { request } from '../http.ts';
import { copyStore, linkStore } from './copy-store.ts';
import { engineFolderAt } from './engine-folder.ts';
import { PAUSE_PATH } from './process/pause-path.ts';
import { isListening } from './socket.ts';

/** An embedded engine that runs no statement and has closed its files. Statements wait until it continues. */
export interface PausedEngine {
  /** Takes a snapshot of the data, and lets the engine continue. */
  takeSnapshot(): Promise<void>;
  /** Copies the snapshot to a folder that does not exist, and returns its size in bytes. */
  copyTo(folder: string): Promise<number>;
  /** Lets the engine continue, and deletes the snapshot. */
  end(): Promise<void>;
}

/**
 * Pauses the embedded engine of a data folder for a backup, if a server runs it. Undefined if the data folder has no data of an
 * engine. What is done between this call and `takeSnapshot` belongs to the same point in time as the snapshot.
 */
export async function pauseForBackup(dataFolder: string): Promise<PausedEngine | undefined> {
  const { folder, store, socket } = engineFolderAt(dataFolder);
  if (!existsSync(store)) return undefined;
  await removeLeftOvers(folder);
  const snapshot = join(folder, `${SNAPSHOT}${randomUUID()}`);
  const resume = (await isListening(socket)) ? await pause(socket) : () => {};
  return {
    async takeSnapshot() {
      await linkStore(store, snapshot);
      resume();
    },
    async copyTo(target) {
      const unfinished = `${target}.${randomUUID()}.unfinished`;
      try {
        await mkdir(dirname(target), { recursive: true });
        const bytes = await copyStore(snapshot, unfinished);
        await rename(unfinished, target);
        return bytes;
      } finally {
        await rm(unfinished, { recursive: true, force: true });
      }
    },
    async end() {
      resume();
      await rm(snapshot, { recursive: true, force: true });
    },
  };
}

const SNAPSHOT = 'snapshot-';

/** A backup that was interrupted leaves its snapshot behind, which keeps deleted data on the disk. */
async function removeLeftOvers(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(SNAPSHOT));
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}

/** The engine continues when the response is closed, also if this process ends. */
async function pause(socketPath: string): Promise<() => void> {
  const call = request({ socketPath, path: PAUSE_PATH, method: 'POST' });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve).once('error', reject).end();
  });
  response.on('error', () => {}).resume();
  if (response.statusCode !== 200)
    throw new Error('Another backup is running. Try again when it has finished.');
  return () => void call.destroy();
}
