import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatToken } from '../../../src/api/access/token.ts';
import { basic } from '../../../src/api/testing/credentials.ts';
import { openTestServer, type TestServer } from '../../../src/api/testing/test-server.ts';
import { parseFuture } from '../../../src/cli/time-options.ts';
import { runCommand } from '../../support/command.ts';

// The command line works on the database of a server that runs.
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.stop());

const environment = () => ({ PENSTOCK_DATA: server.dataFolder, PENSTOCK_LOG_LEVEL: 'silent' });
const penstock = (...args: string[]) => runCommand(args, environment());

// biome-ignore lint/suspicious/noExplicitAny: each command prints a shape of its own
async function json(...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await penstock(...args, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

async function statusOfKey(
  { organizationId, serviceId }: { organizationId: string; serviceId: string },
  key: { keyId: string; keySecret: string },
): Promise<number> {
  const path = `/v1/organizations/${organizationId}/services/${serviceId}/pipes`;
  const authorization = basic(key.keyId, key.keySecret);
  return (await server.call({ path, headers: { authorization } })).status;
}

async function statusOfToken(token: string): Promise<number> {
  const authorization = `Bearer ${token}`;
  return (await server.call({ path: '/api/v2/sources', headers: { authorization } })).status;
}

test('an operator creates a tenant of /v1, creates a key, and revokes it', async () => {
  const organization = await json('organizations', 'create', '--name', 'Acme');
  const of = ['--organization', organization.id];
  const service = await json('services', 'create', ...of, '--name', 'Main');
  const tenant = { organizationId: organization.id, serviceId: service.id };

  const created = await penstock('keys', 'create', ...of, '--role', 'admin');
  const [, keyId = ''] = /keyId +(\S+)/.exec(created.stdout) ?? [];
  const [, keySecret = ''] = /keySecret +(\S+)/.exec(created.stdout) ?? [];
  expect(created.stdout).toContain('cannot be printed again');
  expect(await statusOfKey(tenant, { keyId, keySecret })).toBe(200);

  const listed = await penstock('keys', 'list', ...of);
  expect(listed.stdout).toMatch(
    new RegExp(`^ID .*ROLE .*EXPIRES.*\n${keyId} +admin +${organization.id} +all +never`),
  );
  expect(listed.stdout).not.toContain(keySecret);

  const successor = await json('keys', 'rotate', keyId);
  expect(successor).toMatchObject({ role: 'admin', organizationId: organization.id, expiresAt: null });
  expect(await statusOfKey(tenant, { keyId, keySecret })).toBe(401);
  expect(await statusOfKey(tenant, successor)).toBe(200);

  expect(await json('keys', 'revoke', successor.id)).toEqual({ revoked: successor.id });
  expect(await statusOfKey(tenant, successor)).toBe(401);
  const again = await penstock('keys', 'revoke', successor.id);
  expect([again.code, again.stderr]).toEqual([
    1,
    `The API key ${successor.id} does not exist. List them: penstock keys list\n`,
  ]);
});

test('an operator makes a tenant of /api/v2, and revokes a token that was found somewhere', async () => {
  const team = await json('teams', 'create', '--name', 'Found things');
  const { id, token, secret } = await json('tokens', 'create', '--team', team.id, '--role', 'reader');
  expect(secret).toBeUndefined();
  expect(await statusOfToken(token)).toBe(200);
  expect(await json('tokens', 'list', '--team', team.id)).toEqual([
    { id, role: 'reader', teamId: team.id, createdAt: expect.any(String), expiresAt: null },
  ]);
  const { stdout } = await penstock('teams', 'list');
  expect(stdout).toContain(`${team.id}  Found things`);
  await json('tokens', 'revoke', token);
  expect(await statusOfToken(token)).toBe(401);
});

describe('what cannot be is rejected with a sentence', () => {
  const UNKNOWN = '00000000-0000-4000-8000-000000000000';
  test.each([
    [
      ['keys', 'create', '--organization', UNKNOWN, '--role', 'admin'],
      /The organization .* does not exist\. List the organizations: penstock organizations list/,
    ],
    [['keys', 'create', '--organization', UNKNOWN, '--role', 'owner'], /Allowed choices are admin, reader/],
    [
      ['tokens', 'create', '--team', UNKNOWN, '--role', 'admin', '--expires', 'soon'],
      /Write it like 90d, 12h or/,
    ],
    [['teams', 'create', '--name', ' '], /Write 1 to 255 characters/],
  ])('%j', async (args, sentence) => {
    const { code, stdout, stderr } = await runCommand(args, environment());
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe('credentials', () => {
  async function organizationWithTwoServices() {
    const { id: organizationId } = await server.administration.createOrganization('Two');
    const [one, two] = await Promise.all(
      ['One', 'Two'].map((name) => server.administration.createService(organizationId, name)),
    );
    return { organizationId, one: one?.id ?? '', two: two?.id ?? '' };
  }

  test('that name a service open that one alone', async () => {
    const { organizationId, one, two } = await organizationWithTwoServices();
    const reach = { organizationId, serviceId: one };
    const { id, secret } = await server.administration.keys.create(reach, 'admin');
    const key = { keyId: id, keySecret: secret };
    expect(await statusOfKey({ organizationId, serviceId: one }, key)).toBe(200);
    expect(await statusOfKey({ organizationId, serviceId: two }, key)).toBe(404);
    expect(await server.administration.keys.list({ serviceId: one })).toHaveLength(1);
  });

  test('cannot open what does not exist or has passed', async () => {
    await expect(server.administration.tokens.create({ teamId: 'unknown' }, 'admin')).rejects.toThrow(
      /The team unknown does not exist.*penstock teams list/,
    );
    expect(() => parseFuture('2020-01-01T00:00:00Z')).toThrow(/already passed/);
    expect(() => parseFuture('2099-01-01T00:00:00')).toThrow(/Write it like/);
    expect(parseFuture('2099-01-01T00:00:00+02:00').toISOString()).toBe('2098-12-31T22:00:00.000Z');
  });

  test('cannot give access to a service of another organization', async () => {
    const [mine, theirs] = [await organizationWithTwoServices(), await organizationWithTwoServices()];
    const reach = { organizationId: mine.organizationId, serviceId: theirs.one };
    await expect(server.administration.keys.create(reach, 'admin')).rejects.toThrow(/has no service/);
  });

  test('that are rotated with an overlap work on until it ends, and never longer than they would have', async () => {
    const { tokens, createTeam } = server.administration;
    const { id: teamId } = await createTeam('Overlap');
    const end = new Date(Date.now() + 3_600_000);
    const old = await tokens.create({ teamId }, 'reader', end);
    const successor = await tokens.rotate(old.id, 24 * 3_600_000);
    // Both may have been made within one millisecond, and then either is the first.
    expect(await tokens.list({ teamId })).toContainEqual(
      expect.objectContaining({ id: old.id, expiresAt: end.toISOString() }),
    );
    expect(successor).toMatchObject({ role: 'reader', teamId });
    expect(Date.parse(successor.expiresAt ?? '')).toBeGreaterThanOrEqual(end.getTime());
    for (const { id, secret } of [old, successor])
      expect(await statusOfToken(formatToken(id, secret))).toBe(200);

    await tokens.rotate(old.id, 0);
    expect(await statusOfToken(formatToken(old.id, old.secret))).toBe(401);
    await expect(tokens.rotate(old.id, 0)).rejects.toThrow(/has expired. Create a new one/);
  });
});
