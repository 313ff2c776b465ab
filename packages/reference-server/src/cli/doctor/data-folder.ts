import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { dataFolderAt } from '../../storage/data-folder.ts';
import { type Finding, ok, wrong } from './finding.ts';

const OTHERS = 0o077;

/** SQLite needs disk space for its log. */
const LEAST_FREE_BYTES = 100 * 1024 * 1024;

/** Checks that this user, and no other, can use the data folder. */
export function examineDataFolder(folder: string): Finding[] {
  if (!existsSync(folder)) return [examineMissingFolder(folder), examineDiskSpace(nearest(folder))];
  return [examineRights(folder), examineDiskSpace(folder)];
}

function examineMissingFolder(folder: string): Finding {
  const parent = nearest(folder);
  return mayWrite(parent)
    ? ok('data folder', `${folder} does not exist yet; the first start creates it`)
    : wrong(
        'data folder',
        `${folder} does not exist, and this user may not create it in ${parent}`,
        'Set PENSTOCK_DATA to a folder of this user, or create that folder for this user.',
      );
}

function examineRights(folder: string): Finding {
  if (!statSync(folder).isDirectory())
    return wrong('data folder', `${folder} is not a folder`, 'Set PENSTOCK_DATA to a folder.');
  const { uid } = statSync(folder);
  // The superuser may write anywhere, but would create files that the server cannot write.
  if (!mayWrite(folder) || uid !== process.getuid?.())
    return wrong(
      'data folder',
      `this user cannot read and write ${folder}; it belongs to the user ${uid}`,
      'Run this command and the server as that user, or change the owner of the folder (chown -R).',
    );
  const { keyFile, credentialsFile } = dataFolderAt(folder);
  const open = [folder, keyFile, credentialsFile].filter(isOpen);
  if (open.length > 0)
    return wrong(
      'data folder',
      `other users can read ${open.join(', ')}`,
      `Remove their access: chmod -R go= ${folder}`,
    );
  return ok('data folder', `only this user can access ${folder}`);
}

function examineDiskSpace(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const found = `${Math.floor(free / 1024 / 1024)} MiB are free in ${folder}`;
  return free >= LEAST_FREE_BYTES
    ? ok('disk', found)
    : wrong('disk', found, 'Free some disk space: when the disk is full, every write returns 503.');
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

/** The folder, or its nearest ancestor that exists. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}
