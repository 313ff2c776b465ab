import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * Runs the conformance kit against the reference server, both as a user runs them: built, each in a process of its own, with the
 * credentials that the command line of the server makes.
 */

const ROOT = join(import.meta.dirname, '../..');
const SERVER = join(ROOT, 'packages/reference-server/bin/penstock.js');
const KIT = join(ROOT, 'packages/conformance/bin/penstock-conformance.js');

const dataFolder = mkdtempSync(join(tmpdir(), 'penstock-conformance-'));
const settings = {
  PATH: process.env.PATH,
  PENSTOCK_DATA: dataFolder,
  PENSTOCK_PORT: '0',
  PENSTOCK_RATE_LIMIT: '1000000',
  PENSTOCK_SIMULATED_STEP_MS: '0',
  PENSTOCK_LOG_LEVEL: 'error',
};
const server = spawn(process.execPath, [SERVER, 'serve'], {
  env: settings,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(server, 'exit');
try {
  const url = await listening();
  const kit = spawn(process.execPath, [KIT, url, '--capability', '-rate-limit'], {
    env: { PATH: process.env.PATH, ...credentials() },
    stdio: 'inherit',
  });
  [process.exitCode] = (await once(kit, 'exit')) as [number];
} finally {
  server.kill('SIGTERM');
  await ended;
  rmSync(dataFolder, { recursive: true });
}

/** Where the server says that it listens. */
async function listening(): Promise<string> {
  let output = '';
  for await (const chunk of server.stdout.setEncoding('utf8')) {
    output += chunk;
    const url = /(http:\/\/\S+)\/v1\n/.exec(output)?.[1];
    if (url !== undefined) {
      server.stdout.resume();
      return url;
    }
  }
  throw new Error('The reference server ended before it listened. What it said is above.');
}

/** The first credentials of the server, a reader's, and those of another tenant. */
function credentials(): Record<string, string> {
  const { management, observability } = JSON.parse(
    readFileSync(join(dataFolder, 'credentials.json'), 'utf8'),
  ) as Record<'management' | 'observability', Record<string, string>>;
  const { organizationId = '', serviceId = '', keyId = '', keySecret = '' } = management;
  const { team = '', token = '' } = observability;
  const reader = penstock('keys', 'create', '--organization', organizationId, '--role', 'reader');
  const readerToken = penstock('tokens', 'create', '--team', team, '--role', 'reader');
  const strangers = penstock('organizations', 'create', '--name', 'Strangers');
  const theirs = penstock('services', 'create', '--organization', strangers.id, '--name', 'Theirs');
  const stranger = penstock('keys', 'create', '--organization', strangers.id, '--role', 'admin');
  const strangeTeam = penstock('teams', 'create', '--name', 'Strangers');
  const strangeToken = penstock('tokens', 'create', '--team', strangeTeam.id, '--role', 'admin');
  return {
    PENSTOCK_ORGANIZATION_ID: organizationId,
    PENSTOCK_SERVICE_ID: serviceId,
    PENSTOCK_KEY_ID: keyId,
    PENSTOCK_KEY_SECRET: keySecret,
    PENSTOCK_TOKEN: token,
    PENSTOCK_READER_KEY_ID: reader.keyId,
    PENSTOCK_READER_KEY_SECRET: reader.keySecret,
    PENSTOCK_READER_TOKEN: readerToken.token,
    PENSTOCK_STRANGER_ORGANIZATION_ID: strangers.id,
    PENSTOCK_STRANGER_SERVICE_ID: theirs.id,
    PENSTOCK_STRANGER_KEY_ID: stranger.keyId,
    PENSTOCK_STRANGER_KEY_SECRET: stranger.keySecret,
    PENSTOCK_STRANGER_TOKEN: strangeToken.token,
  };
}

type Made = Readonly<Record<'id' | 'keyId' | 'keySecret' | 'token', string>>;

/** Runs a command of the server's administration. */
function penstock(...args: readonly string[]): Made {
  return JSON.parse(
    execFileSync(process.execPath, [SERVER, ...args, '--json'], { env: settings, encoding: 'utf8' }),
  );
}
