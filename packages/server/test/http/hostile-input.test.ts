import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ServerOptions } from '../../src/server-options.ts';
import { contractOfPaths, pathOf, requestExample } from '../support/examples.ts';
import { credentialFor, startServer, type TestServer } from '../support/harness.ts';
import { responsesTo } from '../support/raw-http.ts';

/*
 * What the worst callers send: to each a problem or a closed connection, with nothing left behind. All of it has a valid
 * credential, without which nothing is read at all.
 */

/** Every engine must handle all of it. */
const ENGINES: readonly { readonly engine: string; readonly options: ServerOptions }[] = [
  { engine: 'express-openapi-validator', options: { validation: 'express-openapi-validator' } },
  { engine: 'compiled', options: { validation: 'compiled' } },
];

type Pieces = Iterable<string | Uint8Array>;

const HEAD = `Host: a\r\nAuthorization: ${credentialFor('management')}\r\n`;
const PATCH = `PATCH ${pathOf('updatePipe')} HTTP/1.1\r\n${HEAD}`;
const CHUNKED = `${PATCH}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n`;
const GET = `GET ${pathOf('getPipe')} HTTP/1.1\r\n${HEAD}`;

function body(text: string | Buffer, type = 'application/json', more = ''): Pieces {
  const length = Buffer.byteLength(text);
  return [`${PATCH}Content-Type: ${type}\r\n${more}Content-Length: ${length}\r\n\r\n`, text];
}

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

/** @param size the bytes of a body that can have any number of them */
function hostileBodies(size: number): [string, Pieces][] {
  const depth = Math.min(size, 100_000);
  const numbered = (name: (index: number) => string) =>
    Array.from({ length: size / 16 }, (_, index) => `"${name(index)}":1`).join();
  const long = 'x'.repeat(size - 2);
  return [
    ['100,000 arrays in each other', body('['.repeat(depth) + ']'.repeat(depth))],
    ['100,000 objects in each other', body(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)],
    ['arrays that are never closed', body('['.repeat(size))],
    ['arrays that were never opened', body(']'.repeat(size))],
    ['objects that are never closed', body('{"a":'.repeat(size / 5))],
    ['a text that never ends', body(`"${'\\"'.repeat(size / 2 - 1)}`)],
    ['a text and nothing else', body(`"${long}"`)],
    ['a name of any length', body(`{"${'x'.repeat(size - 6)}":1}`)],
    ['a number of any length', body('9'.repeat(size))],
    ['many values', body(`[${'0,'.repeat(size / 2 - 2)}0]`)],
    ['many unknown names', body(`{${numbered((index) => `a${index}`)}}`)],
    ['the same name many times', body(`{${numbered(() => 'name')}}`)],
    ['many repeated names', body(`{${numbered((index) => `a${index % 10_000}`)}}`)],
    ['__proto__', body('{"__proto__":{"isAdmin":true}}')],
    ['__proto__ further in', body('{"settings":[{"\\u005f_proto__":{"isAdmin":true}}]}')],
    ['constructor.prototype', body('{"constructor":{"prototype":{"isAdmin":true}}}')],
    ['a repeated name', body('{"name":"a","name":"b"}')],
    ['a lone surrogate', body('{"name":"\\ud800"}')],
    ['many lone surrogates', body(`["${'\\udc00'.repeat(size / 6 - 2)}"]`)],
    ['NUL', body('{"name":"a\\u0000b"}')],
    ['NUL as a byte', body('{"name":"a\u0000b"}')],
    ['1e400', body('{"name":1e400}')],
    ['-1e400 further in', body('[[[-1e400]]]')],
  ];
}

const text = JSON.stringify(requestExample('updatePipe'));

const HOSTILE_ENCODINGS: [string, Pieces][] = [
  ['another charset in the header', body(text, 'application/json; charset=utf-16')],
  ['another charset in the bytes', body(Buffer.from(text, 'utf16le'))],
  ['bytes that are no UTF-8', body(Buffer.from([0x22, 0xff, 0xfe, 0x22]))],
  ['overlong UTF-8', body(Buffer.from([0x22, 0xc0, 0x80, 0x22]))],
  ['a surrogate in UTF-8', body(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))],
  [
    'a bomb of zeros',
    body(gzipSync(Buffer.alloc(10_000_000)), 'application/json', 'Content-Encoding: gzip\r\n'),
  ],
  [
    'an unsupported transfer encoding',
    [
      PATCH,
      'Content-Type: application/json\r\nTransfer-Encoding: gzip, chunked\r\n\r\n',
      `${chunk(text)}0\r\n\r\n`,
    ],
  ],
  ['a form', body('name=a', 'application/x-www-form-urlencoded')],
  ['a Content-Type without end', body(text, `application/json;${' '.repeat(8000)}x`)],
];

/** @param size the bytes of a header that can have any number of them */
const hostileHeaders = (size: number): [string, Pieces][] => [
  ['100,000 headers', [GET, 'a: b\r\n'.repeat(Math.min(size, 100_000)), '\r\n']],
  ['2,000 empty headers', [GET, 'a:\r\n'.repeat(2000), '\r\n']],
  ['a header of 1 MiB', [GET, `a: ${'x'.repeat(size)}\r\n\r\n`]],
  ['a name of 100 kB', [GET, `${'x'.repeat(Math.min(size, 100_000))}: a\r\n\r\n`]],
  ['a path of 100 kB', [`GET /${'x'.repeat(Math.min(size, 100_000))} HTTP/1.1\r\n${HEAD}\r\n`]],
  ['a query of 15 kB', [GET.replace(' HTTP', `?${'a&'.repeat(7500)} HTTP`), '\r\n']],
  ['a continued header', [GET, 'a: b\r\n c\r\n: d\r\n\r\n']],
  ['a lone carriage return', [GET, 'a: b\rX: c\r\n\r\n']],
];

const AMBIGUOUS_LENGTHS: [string, Pieces][] = [
  ['a length and chunks', [CHUNKED, 'Content-Length: 3\r\n\r\n', '0\r\n\r\n']],
  ['chunks and a length', [PATCH, 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n', '0\r\n\r\n']],
  ['two lengths', [PATCH, 'Content-Length: 3\r\nContent-Length: 4\r\n\r\n', '{}{}']],
  ['the same length twice', [PATCH, 'Content-Length: 2\r\nContent-Length: 2\r\n\r\n', '{}']],
  ['a list of lengths', [PATCH, 'Content-Length: 2, 2\r\n\r\n', '{}']],
  ['a negative length', [PATCH, 'Content-Length: -2\r\n\r\n', '{}']],
  ['a length with a sign', [PATCH, 'Content-Length: +2\r\n\r\n', '{}']],
  ['a length in another base', [PATCH, 'Content-Length: 0x2\r\n\r\n', '{}']],
  ['a length beyond all numbers', [PATCH, `Content-Length: ${'9'.repeat(30)}\r\n\r\n`, '{}']],
  ['chunks that are not the last encoding', [PATCH, 'Transfer-Encoding: chunked, gzip\r\n\r\n', '0\r\n\r\n']],
  ['chunks by another name', [PATCH, 'Transfer-Encoding: xchunked\r\n\r\n', '0\r\n\r\n']],
  ['a space before the colon', [PATCH, 'Transfer-Encoding : chunked\r\n\r\n', '0\r\n\r\n']],
  ['a size of a chunk that is no number', [CHUNKED, '\r\n', 'zz\r\n{}\r\n0\r\n\r\n']],
  ['a negative size of a chunk', [CHUNKED, '\r\n', '-2\r\n{}\r\n0\r\n\r\n']],
  ['a size of a chunk beyond all numbers', [CHUNKED, '\r\n', `${'f'.repeat(17)}\r\n{}\r\n0\r\n\r\n`]],
  ['a chunk that is longer than its size', [CHUNKED, '\r\n', '1\r\n{}\r\n0\r\n\r\n']],
  ['an extension of a chunk without end', [CHUNKED, '\r\n', `2;a=${'x'.repeat(100_000)}\r\n{}\r\n0\r\n\r\n`]],
];

const HOSTILE_TARGETS: [string, Pieces][] = [
  '/v1/../../etc/passwd',
  '/..%2f..%2fetc%2fpasswd',
  pathOf('getPipe').replace(/[^/]+$/, '..%2f..%2fkeys'),
  pathOf('getPipe').replace(/[^/]+$/, '%252e%252e%252f'),
  pathOf('getPipe').replace(/[^/]+$/, '%00'),
  pathOf('getPipe').replace(/[^/]+$/, '%c0%ae%c0%ae'),
  `${pathOf('getPipe')}?__proto__[a]=b`,
  `${pathOf('getPipe')}?a=%00`,
  'http://elsewhere/v1',
  '*',
].map((target) => [target, [`GET ${target} HTTP/1.1\r\n${HEAD}\r\n`]]);

const MOST = 1024 * 1024;
const FLOODED = 16 * 1024;

/** A chunked body that never ends. */
function* endless(): Generator<string> {
  yield `${CHUNKED}\r\n`;
  for (;;) yield chunk('x'.repeat(64 * 1024));
}

describe.each(ENGINES)('$engine', ({ options }) => {
  const contract = contractOfPaths('updatePipe');
  let server: TestServer;
  let port: number;

  beforeAll(async () => {
    const rateLimit = { requests: 1_000_000, windowSeconds: 3600 };
    server = await startServer({ contract, rateLimit, lasting: true, ...options });
    port = Number(new URL(server.url).port);
  });

  async function expectRejected(pieces: Pieces, until?: 'end') {
    for (const { status, headers, body } of await responsesTo(port, pieces, until)) {
      expect([status, status >= 400 && status < 500]).toEqual([status, true]);
      expect(headers.get('content-type')).toBe('application/problem+json');
      expect(JSON.parse(body)).toMatchObject({ status, requestId: headers.get('x-request-id') });
      expect(body.length).toBeLessThan(20_000);
    }
    expect(server.reached).toEqual([]);
    expect(server.lines.filter(({ level }) => level === 'error')).toEqual([]);
  }

  async function expectAlive() {
    expect((await server.call('updatePipe', { body: text })).status).toBe(200);
    server.reached.length = 0;
  }

  test.each(hostileBodies(MOST))('rejects a body: %s', async (_name, pieces) => {
    await expectRejected(pieces);
    expect({}).not.toHaveProperty('isAdmin');
    await expectAlive();
  });

  test.each(HOSTILE_ENCODINGS)('rejects an encoding: %s', async (_name, pieces) => {
    await expectRejected(pieces);
    await expectAlive();
  });

  test.each(hostileHeaders(MOST))('rejects headers: %s', async (_name, pieces) => {
    await expectRejected(pieces);
    await expectAlive();
  });

  test.each(AMBIGUOUS_LENGTHS)(
    'rejects a length and reads nothing after it as a request: %s',
    async (_name, pieces) => {
      const smuggled = `GET ${pathOf('getPipe')} HTTP/1.1\r\n${HEAD}Connection: close\r\n\r\n`;
      await expectRejected([...pieces, smuggled], 'end');
      await expectAlive();
    },
  );

  test.each(HOSTILE_TARGETS)('rejects a target: %s', async (_target, pieces) => {
    await expectRejected(pieces);
    await expectAlive();
  });

  test('responds to an endless body at the limit', async () => {
    const [response] = await responsesTo(port, endless());
    expect(response?.status).toBe(413);
    expect(JSON.parse(response?.body ?? '').code).toBe('body_too_large');
    await expectAlive();
  });

  describe('with short time-outs', () => {
    let quick: TestServer;

    beforeAll(async () => {
      const listening = { headersTimeoutSeconds: 0.2, requestTimeoutSeconds: 0.3 };
      quick = await startServer({ contract, listening, lasting: true, ...options });
    });

    test('ends the connection of a body that never ends', async () => {
      const responses = await responsesTo(Number(new URL(quick.url).port), endless(), 'end');
      // 413 if the limit was crossed in time. The response may be lost with the connection.
      for (const { status } of responses) expect([408, 413]).toContain(status);
      expect(responses.length).toBeLessThanOrEqual(1);
      expect(quick.reached).toEqual([]);
    });

    test.each([
      ['the first line', 'PATCH /'],
      ['the headers', PATCH],
      ['a body with a length', `${PATCH}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"na`],
      ['a chunked body', `${CHUNKED}\r\n${chunk('{"name":')}`],
      ['the size of a chunk', `${CHUNKED}\r\n4`],
    ])('responds to a body that stalls in %s', async (_name, sent) => {
      const [response] = await responsesTo(Number(new URL(quick.url).port), [sent]);
      expect(response?.status).toBe(408);
      expect(quick.reached).toEqual([]);
    });
  });

  test('keeps nothing of a thousand of them', async () => {
    const all = [
      ...hostileBodies(FLOODED),
      ...HOSTILE_ENCODINGS,
      ...hostileHeaders(FLOODED),
      ...AMBIGUOUS_LENGTHS,
      ...HOSTILE_TARGETS,
    ].map(([, pieces]) => pieces);
    const flood = async (count: number) => {
      const waiting = Array.from({ length: count }, (_, index) => all[index % all.length] as Pieces).values();
      const caller = async () => {
        for (const pieces of waiting) await responsesTo(port, pieces);
      };
      await Promise.all(Array.from({ length: 8 }, caller));
    };
    await flood(all.length);
    const before = usedBytes();
    await flood(1000);
    await expectAlive();
    // Sockets that are still closing keep their buffers for a short time.
    await expect.poll(() => usedBytes() - before).toBeLessThan(8 * 1024 * 1024);
  });
});

const collectGarbage: () => void = (() => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
})();

/** The memory in use: objects, and buffers outside the heap. */
function usedBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
