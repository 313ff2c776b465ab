import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OperationId, operations } from '@penstock/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { deviationsBetween } from '../support/parity/deviations.ts';
import { matches, matchesName, readLedger, type SeenDeviation } from '../support/parity/ledger.ts';
import { parityRequests } from '../support/parity/requests.ts';
import { openTwoServers } from '../support/parity/two-servers.ts';

/*
 * The reference server and the mock get the same requests, over HTTP. Every deviation between their responses is in the
 * ledger with its reason, or it is a defect of one of them.
 */

/** The highest number of deviations that do not grow with the contract. It may be lowered, and never raised. */
const CEILING = 17;

const requests = parityRequests();

/**
 * Valid requests, invalid examples and wrong types of every operation. Of the requests that are the same for all operations, the first
 * of each kind and an eighth of the others. `pnpm verify` sends all. Every deviation that the ledger counts is in a request that is
 * always sent.
 */
const STRIDE = process.env.PENSTOCK_TEST_OPERATIONS === 'all' ? 1 : 8;
const firstOfKind = new Set(
  new Map(requests.toReversed().map(({ name }) => [name.split(' > ')[1], name])).values(),
);
const sent = requests.filter(
  ({ name }, index) =>
    index % STRIDE === 0 || / > (valid|invalid example|wrong type)/.test(name) || firstOfKind.has(name),
);
const ledger = readLedger();
const counted = ledger.flatMap(({ deviations = [] }) => deviations);
const always = ledger.flatMap((entry) => entry.always ?? []);
const every = ledger.flatMap((entry) => entry.every ?? []);
const leftOut = ledger.flatMap((entry) => entry.leftOut ?? []);

/** The deviations by the name of the request. */
const seen = new Map<string, readonly string[]>();

beforeAll(async () => {
  const servers = await openTwoServers();
  try {
    for (const request of sent) {
      const { server, mock } = await servers.send(request);
      seen.set(request.name, deviationsBetween(server, mock));
    }
  } finally {
    await servers.stop();
  }
});

/** Returns the deviations of single requests, without those that the contract determines. */
function singleDeviations(): SeenDeviation[] {
  return [...seen]
    .flatMap(([request, deviations]) => deviations.map((deviation) => ({ request, deviation })))
    .filter((deviation) => ![...always, ...every].some((known) => matches(known, deviation)))
    .filter((deviation) => !isLeftOut(deviation));
}

function isLeftOut(deviation: SeenDeviation): boolean {
  const operationId = deviation.request.split(' ')[0] as OperationId;
  const statuses: readonly number[] = operations[operationId].statuses;
  return statuses.includes(501) && leftOut.some((known) => matches(known, deviation));
}

test('every operation gets requests of every kind, each with a unique name', () => {
  const names = requests.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(requests.length).toBeGreaterThan(2500);
  for (const id of Object.keys(operations)) {
    const kinds = names.filter((name) => name.startsWith(`${id} > `)).map((name) => name.split(/ > |:/)[1]);
    expect(kinds).toEqual(expect.arrayContaining(['valid', 'query', 'credentials', 'method', 'path']));
  }
});

test('every deviation in status, media type, code, errors, shape and headers is in the ledger', () => {
  const unknown = singleDeviations().filter(
    (deviation) => !counted.some((entry) => matches(entry, deviation)),
  );
  expect(unknown).toEqual([]);
});

describe('the ledger', () => {
  test('is up to date: each entry has the right count', () => {
    for (const entry of counted) {
      const found = singleDeviations().filter((deviation) => matches(entry, deviation));
      expect(found.length, `${entry.requests}, ${entry.deviation}`).toBe(entry.count);
    }
    const total = counted.reduce((sum, { count }) => sum + count, 0);
    expect(total, 'no deviation is in two entries').toBe(singleDeviations().length);
  });

  test('is right about the deviations of every request of a kind', () => {
    for (const entry of every) {
      const named = [...seen].filter(([request]) => matchesName(entry, request));
      expect(named.length, entry.requests).toBeGreaterThan(0);
      for (const [request, deviations] of named)
        if (!deviations.some((deviation) => isLeftOut({ request, deviation })))
          expect(deviations, request).toEqual([entry.deviation]);
    }
  });

  test('is right about the deviations of every response', () => {
    const sameStatus = [...seen].filter(([, all]) => !all.some((one) => one.startsWith('status: ')));
    expect(sameStatus.length).toBeGreaterThan(sent.length * 0.7);
    for (const entry of always) {
      const without = sameStatus.filter(
        ([request, all]) => matchesName(entry, request) && !all.includes(entry.deviation),
      );
      expect(without, entry.deviation).toEqual([]);
    }
  });

  test('only shrinks', () => {
    const hint = 'fix the new deviations; if there are fewer, lower CEILING';
    expect(singleDeviations().length, hint).toBe(CEILING);
  });

  test('has a reason for everything, and the documentation repeats it', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/parity.md'), 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('|'));
    const cells = rows.map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    const texts = ledger.map(({ subject, server, mock, reason }) => [subject, String(server), mock, reason]);
    expect(cells.slice(2)).toEqual(texts);
  });
});
