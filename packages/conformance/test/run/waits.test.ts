import { expect, test } from 'vitest';
import { caseChecks } from '../../src/cases/case-checks.ts';
import { roundTripChecks } from '../../src/round-trips/round-trip-checks.ts';
import { Waits } from '../../src/run/waits.ts';
import type { ApiResponse } from '../../src/session.ts';
import { alteredServer } from '../support/altering-proxy.ts';
import { openCheckedServer } from '../support/reference-server.ts';
import { resultsOn } from '../support/run-checks.ts';

const NEVER = new AbortController().signal;

/** Every wait times out after its first response. */
const AT_ONCE = 0;

/** Waits for a goal that the response never or always reaches, and counts the responses. */
async function wait(waits: Waits, { kind = 'kafka', goal = 'Running', isReached = false } = {}) {
  let sent = 0;
  const response = { body: { kind } } as ApiResponse;
  const send = async () => {
    sent += 1;
    return response;
  };
  const { outcome } = await waits.until(send, ({ body }) => body.kind, {
    name: goal,
    isReached: () => isReached,
  });
  return { outcome, sent };
}

test('after a wait that timed out, no other wait of the same kind waits', async () => {
  const waits = new Waits(AT_ONCE, NEVER);
  expect(await wait(waits)).toEqual({ outcome: 'timed out', sent: 1 });
  expect(await wait(waits)).toEqual({ outcome: 'not waited', sent: 1 });
  expect(waits.timedOut).toEqual(['kafka Running']);
});

test('another source kind or another state is another kind of wait', async () => {
  const waits = new Waits(AT_ONCE, NEVER);
  await wait(waits);
  expect(await wait(waits, { kind: 'postgres' })).toMatchObject({ outcome: 'timed out' });
  expect(await wait(waits, { goal: 'Stopped' })).toMatchObject({ outcome: 'timed out' });
  expect(waits.timedOut).toHaveLength(3);
});

test('a goal that is reached at once is reached, whatever timed out before', async () => {
  const waits = new Waits(AT_ONCE, NEVER);
  await wait(waits);
  expect(await wait(waits, { isReached: true })).toEqual({ outcome: 'reached', sent: 1 });
});

test('of several simultaneous waits of one kind, one times out and ends the others', async () => {
  const waits = new Waits(60, NEVER);
  const outcomes = await Promise.all([wait(waits), wait(waits), wait(waits)]);
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['not waited', 'not waited', 'timed out']);
});

test('a server with wrong states is waited for once per source kind and state', async () => {
  const server = await openCheckedServer();
  try {
    const wrongStates = await alteredServer(server, {
      response({ body }) {
        if (body.result?.state !== undefined && body.result.source) body.result.state = 'Provisioning';
      },
    });
    const checks = [...caseChecks(), ...roundTripChecks()].filter(({ needs }) =>
      needs.includes('pipe-life-cycle'),
    );
    const results = await resultsOn(wrongStates, checks, AT_ONCE);
    const violations = results.flatMap((result) => result.violations);
    const missed = violations.filter(({ message }) => message.includes('the result never contained'));
    const isSkippedWait = ({ message }: { readonly message: string }) => message.includes('; not waited');
    const waited = missed.filter((violation) => !isSkippedWait(violation)).map(waitKind);
    const notWaited = missed.filter(isSkippedWait).map(waitKind);

    expect(waited.length).toBeGreaterThan(0);
    expect(new Set(waited).size).toBe(waited.length);
    expect(notWaited.length).toBeGreaterThan(waited.length);
    expect(notWaited.filter((kind) => !waited.includes(kind))).toEqual([]);
  } finally {
    await server.stop();
  }
});

/** The state that a check waited for, and the source kind of its pipe. */
function waitKind({ message, response }: { message: string; response?: { body: string } }): string {
  const state = /"state":"(\w+)"/.exec(message)?.[1];
  const source = /"source":\{"(\w+)"/.exec(response?.body ?? '')?.[1];
  return `${source} ${state}`;
}
