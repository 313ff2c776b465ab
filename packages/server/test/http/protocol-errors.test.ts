import { once } from 'node:events';
import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { handleProtocolErrors } from '../../src/index.ts';
import { responsesIn, talk, talkInTurns } from '../support/raw-http.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const readAndServe: RequestListener = (request, response) => {
  request.resume().once('end', () => response.end('served'));
  request.once('error', () => undefined);
};

async function serverOf(app: RequestListener = readAndServe, options: ServerOptions = {}) {
  const server = handleProtocolErrors(createServer(options, app));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function expectProblem(text: string, status: number, code: string) {
  const responses = responsesIn(text);
  expect(responses.map((response) => response.status)).toEqual([status]);
  const [{ headers, body }] = responses as [(typeof responses)[number]];
  const requestId = headers.get('x-request-id');
  expect(requestId).toMatch(UUID_V4);
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(headers.get('connection')).toBe('close');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('date')).not.toBeNull();
  expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(body));
  expect(JSON.parse(body)).toEqual({
    type: `urn:penstock:problem:${code}`,
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance: `urn:uuid:${requestId}`,
    code,
    requestId,
  });
  expect(text).not.toContain('hunter2');
}

const GET = 'GET /hunter2 HTTP/1.1\r\nHost: a\r\n';
const POST = 'POST /hunter2 HTTP/1.1\r\nHost: a\r\n';

describe('what is no request', () => {
  test.each([
    ['no HTTP', 'hunter2\r\n\r\n'],
    ['an unknown method', 'HUNTER2 / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an unknown version', 'GET /hunter2 HTTP/9.1\r\nHost: a\r\n\r\n'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a broken header', `${GET}X: hun\u0000ter2\r\n\r\n`],
    ['a header without a name', `${GET}: hunter2\r\n\r\n`],
    ['a broken length', `${POST}Content-Length: hunter2\r\n\r\n`],
    ['two lengths', `${POST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['no Host', 'GET /hunter2 HTTP/1.1\r\n\r\n'],
    ['two Hosts', `${GET}hOST: hunter2\r\n\r\n`],
    ['two Hosts that are the same', `${GET}Host: a\r\n\r\n`],
    ['two credentials', `${GET}Authorization: Basic a\r\nauthorization: Basic hunter2\r\n\r\n`],
    ['two media types', `${POST}Content-Type: application/json\r\nContent-Type: hunter2/b\r\n\r\n`],
  ])('is 400: %s', async (_name, sent) => {
    expectProblem(await talk(await serverOf(), sent), 400, 'malformed_request');
  });

  test('is 431 if its headers are too large', async () => {
    const sent = `${GET}X: hunter2${'x'.repeat(17 * 1024)}\r\n\r\n`;
    expectProblem(await talk(await serverOf(), sent), 431, 'headers_too_large');
  });

  test('is 431 if it has too many headers, of which none is dropped in silence', async () => {
    const headers = (count: number) => Array.from({ length: count }, () => 'b:\r\n').join('');
    expectProblem(await talk(await serverOf(), `${GET}${headers(1100)}\r\n`), 431, 'headers_too_large');
    let received: string[] = [];
    const port = await serverOf((request, response) => {
      received = request.rawHeaders;
      response.end('served');
    });
    await talk(port, `${GET}${headers(900)}Connection: close\r\n\r\n`);
    expect(received.filter((name) => name === 'b')).toHaveLength(900);
  });

  test('is 408 if it does not arrive', async () => {
    const quick = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 };
    const port = await serverOf(readAndServe, quick);
    expectProblem(await talk(port, GET), 408, 'request_timeout');
    expectProblem(await talk(port, `${POST}Content-Length: 5\r\n\r\nhunt`), 408, 'request_timeout');
  });

  test('is 417 if it expects something unsupported', async () => {
    expectProblem(await talk(await serverOf(), `${GET}Expect: hunter2\r\n\r\n`), 417, 'expectation_failed');
  });

  test('reaches no app', async () => {
    const reached: unknown[] = [];
    const port = await serverOf((request) => void reached.push(request.url));
    await talk(port, `${GET}Expect: x\r\n\r\n`);
    await talk(port, 'GET / HTTP/1.1\r\n\r\n');
    expect(reached).toEqual([]);
  });
});

describe('what is a request', () => {
  test('is served: HTTP/1.0 needs no Host, and 100-continue is met', async () => {
    const port = await serverOf();
    expect(responsesIn(await talk(port, 'GET / HTTP/1.0\r\n\r\n'))).toMatchObject([
      { status: 200, body: 'served' },
    ]);
    const sent = `${POST}Connection: close\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`;
    expect(responsesIn(await talk(port, sent, 'ab')).map(({ status }) => status)).toEqual([100, 200]);
  });
});

describe('a response in progress', () => {
  const BROKEN_CHUNK = 'hunter2\r\n';

  test('is sent to its end, and nothing after it', async () => {
    const port = await serverOf((_request, response) => {
      response.write('first ');
      setTimeout(() => response.end('last'), 100);
    });
    const text = await talk(port, `${GET}\r\n`, 'hunter2\r\n\r\n', 'more\r\n');
    expect(responsesIn(text)).toHaveLength(1);
    expect(text).toContain('first ');
    expect(text).toContain('last');
  });

  test('is sent although nothing of it was sent yet', async () => {
    const port = await serverOf((_request, response) => void setTimeout(() => response.end('served'), 60));
    const text = await talk(port, `${GET}\r\n${GET}\r\n`, 'hunter2\r\n\r\n');
    expect(responsesIn(text)).toMatchObject([
      { status: 200, body: 'served' },
      { status: 200, body: 'served' },
    ]);
  });

  test('is waited for once, however much follows', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const port = await serverOf((_request, response) => void setTimeout(() => response.end('served'), 300));
    const text = await talk(port, `${GET}\r\n`, ...Array.from({ length: 12 }, () => 'hunter2\r\n\r\n'));
    expect(responsesIn(text)).toMatchObject([{ status: 200, body: 'served' }]);
    // Node's, of listeners that pile up.
    expect(warnings).toEqual([]);
  });

  test('is not joined by another if it was given before the body was read', async () => {
    const port = await serverOf((_request, response) => void response.writeHead(401).end());
    const text = await talk(port, `${POST}Transfer-Encoding: chunked\r\n\r\n`, BROKEN_CHUNK);
    expect(responsesIn(text).map(({ status }) => status)).toEqual([401]);
  });

  test('is the problem if the body breaks, with the id that the request has', async () => {
    const id = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
    const port = await serverOf((request, response) => {
      response.setHeader('X-Request-Id', id).setHeader('RateLimit', 'hunter2');
      readAndServe(request, response);
    });
    const text = await talk(port, `${POST}Transfer-Encoding: chunked\r\n\r\n`, BROKEN_CHUNK);
    expectProblem(text, 400, 'malformed_request');
    expect(text).toContain(id);
  });

  test('comes after those of good requests on the same connection', async () => {
    const text = await talkInTurns(await serverOf(), `${GET}\r\n`, 'hunter2\r\n\r\n');
    expect(responsesIn(text).map(({ status }) => status)).toEqual([200, 400]);
  });
});
