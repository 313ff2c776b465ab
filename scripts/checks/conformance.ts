import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPenstock } from '@penstock/reference-server/testing';
import { type RunningServer, settingsOf, startReferenceServer } from './reference-server.ts';

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
    env: { PATH: process.env.PATH, ...(await credentials(server)) },
    stdio: 'inherit',
  });
  const [code] = (await once(kit, 'exit')) as [number | null];
  process.exitCode = code ?? 2;
} finally {
  await server.kill('SIGTERM');
  rmSync(dataFolder, { recursive: true });
}

/** The first credentials of the server, a reader's, and those of another tenant. */
async function credentials({
  credentials: { management, observability },
}: RunningServer): Promise<Record<string, string>> {
  const reader = await made('keys', '--organization', management.organizationId, '--role', 'reader');
  const readerToken = await made('tokens', '--team', observability.team, '--role', 'reader');
  const organization = await made('organizations', '--name', 'Strangers');
  const service = await made('services', '--organization', organization.id, '--name', 'Theirs');
  const stranger = await made('keys', '--organization', organization.id, '--role', 'admin');
  const team = await made('teams', '--name', 'Strangers');
  const strangerToken = await made('tokens', '--team', team.id, '--role', 'admin');
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
async function made(
  what: string,
  ...options: readonly string[]
): Promise<Readonly<Record<'id' | 'keyId' | 'keySecret' | 'token', string>>> {
  const { stdout } = await runPenstock([what, 'create', ...options, '--json'], settingsOf(dataFolder));
  return JSON.parse(stdout);
}
