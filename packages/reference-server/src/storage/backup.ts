import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { requireDatabase } from './data-folder.ts';

/** Few enough pages per step for a progress line, enough not to slow down the copy. */
const PAGES_PER_STEP = 1_000;

export interface Backup {
  readonly file: string;
  readonly bytes: number;
}

/**
 * Copies the embedded database into one consistent file; servers may write at the same time. The file gets its name when
 * it is complete and checked, and only its owner can read it. `onFixed` is called when the point in time of the copy is fixed,
 * before the copy.
 *
 * @throws Error with a message for the operator if the database does not exist, the file exists, or the copy is damaged.
 */
export async function backUpDatabase(
  databaseFile: string,
  file: string,
  onProgress: (done: number, all: number) => void,
  onFixed: () => Promise<void> = async () => {},
): Promise<Backup> {
  requireDatabase(databaseFile);
  if (existsSync(file)) throw taken(file);
  const unfinished = `${file}.${randomUUID()}.unfinished`;
  try {
    closeSync(create(unfinished));
    await copyChecked(databaseFile, unfinished, onProgress, onFixed);
    publish(unfinished, file);
  } finally {
    for (const leftOver of ['', '-wal', '-shm', '-journal'])
      rmSync(`${unfinished}${leftOver}`, { force: true });
  }
  flush(dirname(file));
  return { file, bytes: statSync(file).size };
}

function create(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    throw new Error(
      `The backup cannot be written: ${(error as Error).message}. Choose a file in an existing folder that you may write to.`,
    );
  }
}

async function copyChecked(
  databaseFile: string,
  target: string,
  onProgress: (done: number, all: number) => void,
  onFixed: () => Promise<void>,
): Promise<void> {
  try {
    await copy(databaseFile, target, onProgress, onFixed);
    check(target);
    flush(target);
  } catch (error) {
    throw new Error(
      `${databaseFile} could not be copied: ${(error as Error).message}. Check whether the disk is full; if the database is damaged, keep your existing backups.`,
      { cause: error },
    );
  }
}

async function copy(
  databaseFile: string,
  target: string,
  onProgress: (done: number, all: number) => void,
  onFixed: () => Promise<void>,
): Promise<void> {
  const source = new DatabaseSync(databaseFile, { timeout: 5_000 });
  try {
    // An open read transaction keeps the snapshot; without it every write of a server would restart the copy.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    await onFixed();
    await backup(source, target, {
      rate: PAGES_PER_STEP,
      progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages),
    });
  } finally {
    source.close();
  }
}

/** Makes the copy a single file without a write-ahead log, and checks its integrity. */
function check(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
    const errors = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    const [first] = errors;
    if (errors.length === 1 && first?.integrity_check === 'ok') return;
    throw new Error(`it is damaged (${first?.integrity_check})`);
  } finally {
    database.close();
  }
}

/** A link appears with its complete content, or not at all if the name exists. */
function publish(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? taken(file) : error;
  }
}

function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function taken(file: string): Error {
  return new Error(`${file} already exists, and a backup never overwrites a file. Choose another file.`);
}
