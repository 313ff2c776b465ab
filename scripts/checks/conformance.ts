import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PENSTOCK, type RunningServer, settingsOf, startReferenceServer } from './reference-server.ts';

/*
 * Runs the conformance kit against the reference server, both as a user runs them: built, each in a process of its own, with the
 * credentials that the command line of the server makes.
 */

const KIT = join(import.meta.dirname, '../../packages/conformance/bin/penstock-conformance.js');

const dataFolder = mkdtempSync(join(tmpdir(), 'penstock-conformance-'));
const server = await startReferenceServer(dataFolder);
try {
  // The limit is too high to be used up, or the other checks would wait for it.
  const kit = spawn(process.execPath, [KIT, server.url, '--capability', '-rate-limit'], {
    env: { PATH: process.env.PATH, ...credentials(server) },
    stdio: 'inherit',
  });
  const [code] = (await once(kit, 'exit')) as [number | null];
  process.exitCode = code ?? 2;
} finally {
  await server.stop();
  rmSync(dataFolder, { recursive: true });
}

/** The first credentials of the server, a reader's, and those of another tenant. */
function credentials({ credentials: { management, observability } }: RunningServer): Record<string, string> {
  const reader = made('keys', '--organization', management.organizationId, '--role', 'reader');
  const readerToken = made('tokens', '--team', observability.team, '--role', 'reader');
  const organization = made('organizations', '--name', 'Strangers');
  const service = made('services', '--organization', organization.id, '--name', 'Theirs');
  const stranger = made('keys', '--organization', organization.id, '--role', 'admin');
  const team = made('teams', '--name', 'Strangers');
  const strangerToken = made('tokens', '--team', team.id, '--role', 'admin');
  return {
    PENSTOCK_ORGANIZATION_ID: management.organizationId,
    PENSTOCK_SERVICE_ID: management.serviceId,
    PENSTOCK_KEY_ID: management.keyId,
    PENSTOCK_KEY_SECRET: management.keySecret,
    PENSTOCK_TOKEN: observability.token,
    PENSTOCK_READER_KEY_ID: reader.keyId,
    PENSTOCK_READER_KEY_SECRET: reader.keySecret,
    PENSTOCK_READER_TOKEN: readerToken.token,
    PENSTOCK_STRANGER_ORGANIZATION_ID: organization.id,
    PENSTOCK_STRANGER_SERVICE_ID: service.id,
    PENSTOCK_STRANGER_KEY_ID: stranger.keyId,
    PENSTOCK_STRANGER_KEY_SECRET: stranger.keySecret,
    PENSTOCK_STRANGER_TOKEN: strangerToken.token,
  };
}

/** Makes something with the administration of the server. */
function made(
  what: string,
  ...options: readonly string[]
): Readonly<Record<'id' | 'keyId' | 'keySecret' | 'token', string>> {
  const args = [PENSTOCK, what, 'create', ...options, '--json'];
  return JSON.parse(execFileSync(process.execPath, args, { env: settingsOf(dataFolder), encoding: 'utf8' }));
}
