import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { dataFolderAt } from '../../storage/data-folder.ts';
import { type Finding, ok, wrong } from './finding.ts';

const OTHERS = 0o077;

/** SQLite needs room for its log, and a start for its first pages. */
const LEAST_FREE_BYTES = 100 * 1024 * 1024;

/** Whether the data folder can be used, and by nobody else. */
export function examineDataFolder(folder: string): Finding[] {
  if (!existsSync(folder)) return [examinePlace(folder), examineRoom(nearest(folder))];
  return [examineRights(folder), examineRoom(folder)];
}

function examinePlace(folder: string): Finding {
  const parent = nearest(folder);
  return mayWrite(parent)
    ? ok('data folder', `${folder} is not there yet; the first start makes it`)
    : wrong(
        'data folder',
        `${folder} is not there, and this user may not make it in ${parent}`,
        'Set PENSTOCK_DATA to a folder of this user, or make that one for it.',
      );
}

function examineRights(folder: string): Finding {
  if (!statSync(folder).isDirectory())
    return wrong('data folder', `${folder} is not a folder`, 'Set PENSTOCK_DATA to one.');
  const { uid } = statSync(folder);
  // The superuser may write anywhere, and then leaves files that the server may not.
  if (!mayWrite(folder) || uid !== process.getuid?.())
    return wrong(
      'data folder',
      `${folder} is not this user's to read and write; it belongs to the user ${uid}`,
      'Run this and the server as that user, or give the folder to the one that runs them (chown -R).',
    );
  const { keyFile, credentialsFile } = dataFolderAt(folder);
  const open = [folder, keyFile, credentialsFile].filter(isOpen);
  if (open.length > 0)
    return wrong(
      'data folder',
      `Other users may look into ${open.join(', ')}`,
      `Keep them out: chmod -R go= ${folder}`,
    );
  return ok('data folder', `${folder} belongs to this user alone`);
}

function examineRoom(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const found = `${Math.floor(free / 1024 / 1024)} MiB are free at ${folder}`;
  return free >= LEAST_FREE_BYTES
    ? ok('disk', found)
    : wrong('disk', found, 'Make room: on a full disk every write is answered 503.');
}

function isOpen(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0;
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The folder itself or the first one above it that is there. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}
