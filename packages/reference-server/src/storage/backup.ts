import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { requireDatabase } from './data-folder.ts';

/** So few pages at a time that progress can be shown, and so many that it does not slow the copy. */
const PAGES_PER_STEP = 1_000;

export interface Backup {
  readonly file: string;
  readonly bytes: number;
}

/**
 * Copies the embedded database into one file while servers may write: the copy is what the database was at one moment.
 * It appears under its name when it is whole and was checked, readable by its owner alone.
 *
 * @throws Error with a sentence if there is no database, if there is a file of that name, or if the copy is damaged.
 */
export async function backUpDatabase(
  databaseFile: string,
  file: string,
  show: (done: number, all: number) => void,
): Promise<Backup> {
  requireDatabase(databaseFile);
  if (existsSync(file)) throw taken(file);
  const unfinished = `${file}.${randomUUID()}.unfinished`;
  try {
    closeSync(create(unfinished));
    await copyChecked(databaseFile, unfinished, show);
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
      `The backup cannot be written: ${(error as Error).message}. Name a file in a folder that exists and that you may write to.`,
    );
  }
}

async function copyChecked(
  databaseFile: string,
  target: string,
  show: (done: number, all: number) => void,
): Promise<void> {
  try {
    await copy(databaseFile, target, show);
    check(target);
    flush(target);
  } catch (error) {
    throw new Error(
      `${databaseFile} could not be copied, and nothing was kept of the copy: ${(error as Error).message}. See whether the disk is full; if the database is damaged, keep the backups that you have.`,
      { cause: error },
    );
  }
}

async function copy(
  databaseFile: string,
  target: string,
  show: (done: number, all: number) => void,
): Promise<void> {
  const source = new DatabaseSync(databaseFile, { timeout: 5_000 });
  try {
    // A read that stays open holds one moment still; without it every write of a server would start the copy anew.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    await backup(source, target, {
      rate: PAGES_PER_STEP,
      progress: ({ totalPages, remainingPages }) => show(totalPages - remainingPages, totalPages),
    });
  } finally {
    source.close();
  }
}

/** Makes the copy one file that needs no other beside it, and reads all of it. */
function check(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
    const faults = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    const [first] = faults;
    if (faults.length === 1 && first?.integrity_check === 'ok') return;
    throw new Error(`it is damaged (${first?.integrity_check})`);
  } finally {
    database.close();
  }
}

/** A link appears with its whole content, and not at all if the name is taken. */
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
  return new Error(`${file} is there already, and a backup overwrites nothing. Name another file.`);
}
