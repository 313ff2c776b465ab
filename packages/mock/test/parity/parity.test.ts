import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@penstock/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { differencesBetween } from './differences.ts';
import { matches, readLedger, type SeenDifference } from './ledger.ts';
import { parityRequests } from './requests.ts';
import { openTwoServers } from './two-servers.ts';

/*
 * The same requests go to the reference server and to the mock, over HTTP. What they do differently is in the ledger with
 * its reason, or it is a fault of one of them.
 */

/** As many differences as there ever were. It may be lowered, and never raised. */
const CEILING = 214;

const requests = parityRequests();
const ledger = readLedger();
const known = ledger.flatMap(({ differences = [] }) => differences);
const everywhere = ledger.flatMap(({ onEveryAnswer = [] }) => onEveryAnswer);

/** By the name of the request, those that were answered with one status. */
const seen = new Map<string, readonly string[]>();

beforeAll(async () => {
  const servers = await openTwoServers();
  try {
    for (const request of requests) {
      const { server, mock } = await servers.ask(request);
      seen.set(request.name, differencesBetween(server, mock));
    }
  } finally {
    await servers.stop();
  }
});

/** Without those that are on every answer. */
function differences(): SeenDifference[] {
  return [...seen].flatMap(([request, all]) =>
    all.filter((differs) => !everywhere.includes(differs)).map((differs) => ({ request, differs })),
  );
}

test('every operation gets requests of every kind, each with a name of its own', () => {
  const names = requests.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(requests.length).toBeGreaterThan(2500);
  for (const id of Object.keys(operations)) {
    const kinds = names.filter((name) => name.startsWith(`${id} > `)).map((name) => name.split(/ > |:/)[1]);
    expect(kinds).toEqual(expect.arrayContaining(['good', 'query', 'credentials', 'method', 'path']));
  }
});

test('what is not in the ledger is answered alike: status, media type, code, places, shape and headers', () => {
  const unknown = differences().filter((difference) => !known.some((entry) => matches(entry, difference)));
  expect(unknown).toEqual([]);
});

describe('the ledger', () => {
  test('is of today: each entry tells as many differences as there are', () => {
    for (const entry of known) {
      const found = differences().filter((difference) => matches(entry, difference));
      expect(found.length, `${entry.requests}, ${entry.differs}`).toBe(entry.count);
    }
    const told = known.reduce((sum, { count }) => sum + count, 0);
    expect(told, 'no difference is told twice').toBe(differences().length);
  });

  test('is right about what is on every answer', () => {
    const alike = [...seen.values()].filter((all) => !all.some((differs) => differs.startsWith('status: ')));
    expect(alike.length).toBeGreaterThan(2000);
    for (const differs of everywhere)
      expect(
        alike.filter((all) => !all.includes(differs)),
        differs,
      ).toEqual([]);
  });

  test('only ever shrinks', () => {
    expect(differences().length, 'mend the new differences; if there are fewer, lower CEILING').toBe(CEILING);
  });

  test('has a reason for everything, and is what the README tells', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
    const rows = readme.split('\n').filter((line) => line.startsWith('|'));
    const cells = rows.map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    for (const { what, server, mock, reason } of ledger)
      expect(cells).toContainEqual([what, String(server), String(mock), reason]);
    const start = cells.findIndex(([first]) => first === 'on what');
    const told = cells.slice(start + 2, start + 2 + ledger.length).map(([what]) => what);
    expect(told).toEqual(ledger.map(({ what }) => what));
  });
});
