import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readlink, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Every folder with parts of a table has this file. Files of parts never change; the others do. */
const MARK_OF_A_PART = 'checksums.txt';

/** Intermediate results of statements, which no later process uses. */
const TEMPORARY = 'tmp';

/** Makes a snapshot of a store that no process has open. The unchanging files are linked, which takes no time and no space. */
export async function linkStore(store: string, snapshot: string): Promise<void> {
  await copyFolder(store, snapshot, async (source, target, siblings) => {
    if (siblings.includes(MARK_OF_A_PART)) await link(source, target);
    else await copyFile(source, target, constants.COPYFILE_FICLONE);
  });
}

/** Copies a snapshot to another folder, flushes it to the disk, and returns its size in bytes. */
export async function copyStore(snapshot: string, target: string): Promise<number> {
  let bytes = 0;
  await copyFolder(snapshot, target, async (source, copy) => {
    await copyFile(source, copy, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    const file = await open(copy, 'r');
    await file.sync().finally(() => file.close());
    bytes += (await stat(copy)).size;
  });
  return bytes;
}

type CopyOne = (source: string, target: string, siblings: readonly string[]) => Promise<void>;

async function copyFolder(from: string, to: string, copyOne: CopyOne, isTop = true): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  const entries = await readdir(from, { withFileTypes: true });
  const names = entries.map(({ name }) => name);
  for (const entry of entries) {
    if (isTop && entry.name === TEMPORARY) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target, copyOne, false);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (entry.isFile()) await copyOne(source, target, names);
  }
}
