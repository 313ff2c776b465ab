import { existsSync, rmSync } from 'node:fs';
import { pauseForBackup } from '@penstock/engine';
import type { Backup } from './backup.ts';

/** A copy of the data of the embedded engine. */
interface EngineBackup {
  readonly folder: string;
  readonly bytes: number;
}

/**
 * Backs up the database and the data of the embedded engine at the same point in time: the engine is paused while the point
 * in time of the database is fixed. So no batch can be in one of them only, and the tokens of repeated batches are known.
 *
 * @throws Error with a message for the operator if the folder exists or the copy fails; then no file is left.
 */
export async function backUpWithEngine(
  dataFolder: string,
  folder: string,
  backUpDatabase: (onFixed: () => Promise<void>) => Promise<Backup>,
): Promise<Backup & { readonly engine: EngineBackup | undefined }> {
  if (existsSync(folder))
    throw new Error(`${folder} already exists, and a backup never overwrites a folder. Choose another file.`);
  const engine = await pauseForBackup(dataFolder);
  if (engine === undefined) return { ...(await backUpDatabase(async () => {})), engine };
  try {
    const database = await backUpDatabase(engine.takeSnapshot);
    return { ...database, engine: await copy(database.file, folder, engine.copyTo) };
  } finally {
    await engine.end();
  }
}

async function copy(
  file: string,
  folder: string,
  copyTo: (folder: string) => Promise<number>,
): Promise<EngineBackup> {
  try {
    return { folder, bytes: await copyTo(folder) };
  } catch (error) {
    rmSync(file, { force: true });
    throw new Error(
      `The data of the engine could not be copied: ${(error as Error).message}. Check whether the disk is full.`,
      { cause: error },
    );
  }
}
