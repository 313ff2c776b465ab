import { expect, onTestFinished, test } from 'vitest';
import { basic } from '../../../src/api/testing/credentials.ts';
import { runPenstock } from '../../../src/api/testing/server-process.ts';
import { openTestServer } from '../../../src/api/testing/test-server.ts';
import { describeOnBoth } from '../../support/databases.ts';

const CLIENTS = 8;
/** Of docs/operating.md: with PostgreSQL, if the announcement gets lost. */
const BOUND_MS = 5_000;

describeOnBoth('a key that another process revokes under load', (databases) => {
  test('stops working', async () => {
    const given = await databases.environment();
    const server = await openTestServer({ environment: given });
    onTestFinished(server.stop);
    const { organizationId, serviceId } = server.credentials.management;
    const key = await server.administration.keys.create({ organizationId, serviceId: null }, 'admin');
    const path = `/v1/organizations/${organizationId}/services/${serviceId}/pipes`;
    const headers = { authorization: basic(key.id, key.secret) };
    const call = async () => (await server.call({ path, headers })).status;

    const state = { isRevoked: false, isOver: false };
    const [before, after]: [number[], number[]] = [[], []];
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!state.isOver) (state.isRevoked ? after : before).push(await call());
    });
    await expect.poll(() => before.length).toBeGreaterThan(CLIENTS * 5);
    const environment = { ...given, PENSTOCK_DATA: server.dataFolder, PENSTOCK_LOG_LEVEL: 'silent' };
    const revoked = await runPenstock(['keys', 'revoke', key.id], environment);
    expect(revoked.code).toBe(0);

    if (given.DATABASE_URL !== undefined) {
      await expect.poll(call, { timeout: BOUND_MS }).toBe(401);
    }
    // With SQLite, no request that was sent after the revocation succeeds.
    expect(await call()).toBe(401);
    state.isRevoked = true;
    await expect.poll(() => after.length).toBeGreaterThan(CLIENTS * 5);
    state.isOver = true;
    await Promise.all(clients);
    expect(before[0]).toBe(200);
    // Each client may have had a request under way.
    expect(after.filter((status) => status !== 401)).toEqual([]);
  });
});
