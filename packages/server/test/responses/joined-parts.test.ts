import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { pathOf, responseExample } from '../support/examples.ts';
import { credentialFor, type Handlers, serverWith } from '../support/harness.ts';
import { expectNeutral } from '../support/neutral-error.ts';

const OPERATION = 'listStackDashboards';

// biome-ignore lint/suspicious/noExplicitAny: the example of a list
const example = responseExample(OPERATION) as any;
const [dashboard] = example.result;
const list = ({ result }: { result: unknown[] }) => result;
const bodyWith = (count: number) => ({ ...example, result: Array(count).fill(dashboard) });

/** A server whose list of dashboards is made of these parts. */
function inParts(bodies: () => AsyncIterable<object>, others: object = {}) {
  return serverWith({
    [OPERATION]: () => ({ status: 200, parts: { bodies: bodies(), list }, ...others }),
  } as Handlers);
}

test.each([[[1]], [[0]], [[2, 3]], [[0, 2, 0, 1, 0]]])('%j items become one body', async (counts) => {
  const server = await inParts(async function* () {
    for (const count of counts) yield bodyWith(count);
  });
  const { status, headers, body } = await server.call(OPERATION);
  expect([status, headers['content-type']]).toEqual([200, 'application/json']);
  expect(body).toEqual(bodyWith(counts.reduce((sum, count) => sum + count)));
  // A single part has a length, so that a client knows it in advance.
  expect(headers['content-length'] !== undefined).toBe(counts.length === 1);
});

test('an error before the second part is a problem', async () => {
  const server = await inParts(async function* () {
    yield bodyWith(1);
    throw new Error('too early');
  });
  expectNeutral(await server.call(OPERATION), server, /too early/, OPERATION);
});

test.each([
  ['has an undeclared property', { secret: 1 }, /has a value at \/secret/],
  ['is invalid', { status: 'x' }, /is invalid/],
])('a first part that %s is a problem', async (_what, change, reason) => {
  const server = await inParts(async function* () {
    yield { ...bodyWith(1), ...change };
  });
  expectNeutral(await server.call(OPERATION), server, reason, OPERATION);
});

test('no parts, and a list of another body, are problems', async () => {
  const none = await inParts(async function* () {});
  expectNeutral(await none.call(OPERATION), none, /without parts/, OPERATION);
  const bodies = (async function* () {
    yield bodyWith(1);
  })();
  const other = await serverWith({
    [OPERATION]: () => ({ status: 200, parts: { bodies, list: () => [1] } }),
  });
  expectNeutral(await other.call(OPERATION), other, /not one of its lists/, OPERATION);
});

test.each([
  ['an error', () => new Error('the engine has ended'), /the engine has ended/],
  ['an invalid part', () => undefined, /has a value at \/secret/],
])(
  '%s after the second part ends the connection, so that no client takes the body for complete',
  async (_what, error, reason) => {
    const server = await inParts(async function* () {
      yield bodyWith(1);
      yield bodyWith(1);
      // Node sends the head and what was written so far.
      await setImmediate();
      const reason = error();
      if (reason !== undefined) throw reason;
      yield { ...bodyWith(1), secret: 1 };
    });
    const headers = { authorization: credentialFor('management') };
    const response = await fetch(`${server.url}${pathOf(OPERATION)}`, { headers });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    expect(server.lines).toMatchObject([{ level: 'error', message: expect.stringMatching(reason) }]);
  },
);

test('parts are made at the pace of the client, and end with it', async () => {
  let made = 0;
  const ended = Promise.withResolvers<void>();
  const wide = { ...example, result: Array(500).fill(dashboard) };
  const server = await inParts(async function* () {
    try {
      for (; made < 10_000; made += 1) yield wide;
    } finally {
      ended.resolve();
    }
  });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  const authorization = credentialFor('management');
  socket.write(`GET ${pathOf(OPERATION)} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`);
  socket.resume();
  await once(socket, 'data');
  socket.pause();
  const counts: number[] = [];
  await expect.poll(() => counts.push(made) > 1 && counts.at(-1) === counts.at(-2)).toBe(true);
  expect(made).toBeLessThan(1_000);
  socket.destroy();
  await ended.promise;
});
