import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runKit } from './support/kit.ts';

const TOKEN = { PENSTOCK_TOKEN: 'an-unknown-token' };

/** Starts a server with this behaviour that records the requested paths. It stops at the end of the test. */
async function serverThat(does: RequestListener): Promise<{ url: string; requested: string[] }> {
  const requested: string[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    requested.push(request.url ?? '');
    does(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested };
}

const JSON_TYPE = { 'content-type': 'application/json' };

test.each<[string, RequestListener, RegExp]>([
  ['never responds', () => {}, /returned no response\. There was no complete response within 0\.5 s\./],
  [
    'never ends its response',
    (_request, response) => {
      response.writeHead(200, JSON_TYPE);
      const timer = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(timer));
    },
    /There was no complete response within 0\.5 s\./,
  ],
  [
    'returns a page',
    (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
    /returns 200 with text\/html instead of JSON\. Check the base URL\./,
  ],
  [
    'declares JSON and returns something else',
    (_request, response) => response.writeHead(200, JSON_TYPE).end('{"data": ['),
    /returns 200 with a body that is not JSON\./,
  ],
  [
    'does not have the path',
    (_request, response) => response.writeHead(404, JSON_TYPE).end('{}'),
    /does not exist\. Check the base URL/,
  ],
  [
    'rejects the credential',
    (_request, response) => response.writeHead(401, JSON_TYPE).end('{}'),
    /rejects the credential with 401\. Check PENSTOCK_TOKEN\./,
  ],
  [
    'closes the connection',
    (request) => request.socket.destroy(),
    /The server closed the connection before it responded\./,
  ],
])('a server that %s: inconclusive, with the reason', async (_name, does, sentence) => {
  const { url } = await serverThat(does);
  const timeout = String(sentence).includes('0\\.5 s') ? ['--timeout', '0.5'] : [];
  const { exitCode, stdout, stderr } = await runKit([url, ...timeout], TOKEN);
  expect(stderr).toMatch(sentence);
  expect({ exitCode, stdout, lines: stderr.trim().split('\n').length }).toEqual({
    exitCode: 2,
    stdout: '',
    lines: 1,
  });
});

test('a server whose response never ends is cut off at the size limit', async () => {
  const { url } = await serverThat((_request, response) => {
    response.writeHead(200, JSON_TYPE);
    const chunk = Buffer.alloc(2 ** 16, ' ');
    const pour = () => {
      while (response.write(chunk));
    };
    response.on('drain', pour);
    pour();
  });
  const { exitCode, stderr } = await runKit([url], TOKEN);
  expect(stderr).toMatch(/The response does not end: it has more than 8 MiB\./);
  expect(exitCode).toBe(2);
});

test('a server whose responses are nested too deeply does not conform, and no check fails to run', async () => {
  const deep = `{"data":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  const { url } = await serverThat((_request, response) => response.writeHead(200, JSON_TYPE).end(deep));
  const { exitCode, stdout, stderr } = await runKit([url, '--operation', 'listSources'], TOKEN);
  expect(stdout).toContain('The body, of 400009 characters, is not JSON, or goes deeper than 64 levels.');
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
});

test('the kit does not wait for a server that always returns 429', async () => {
  let responses = 0;
  const { url } = await serverThat((_request, response) => {
    responses += 1;
    response.writeHead(responses === 1 ? 200 : 429, { ...JSON_TYPE, 'retry-after': '86400' }).end('{}');
  });
  const { exitCode, stdout } = await runKit([url], TOKEN);
  expect(stdout).toContain('The server keeps rejecting requests with 429, Retry-After is 86400.');
  expect(stdout).not.toContain('if it exists');
  expect(responses).toBeLessThan(50);
  expect(exitCode).toBe(2);
});

test('the reason contains no credential and no control character of the response', async () => {
  const { url } = await serverThat(({ headers }, response) =>
    response.writeHead(307, { location: `http://evil/\u009b31m${headers.authorization}` }).end(),
  );
  const { stderr } = await runKit([url], TOKEN);
  expect(stderr).toContain('redirects to http://evil/ 31mBearer ***, and redirects are not followed');
});

test('redirects are not followed, and their target does not receive the credential', async () => {
  const elsewhere = await serverThat((_request, response) => response.writeHead(200, JSON_TYPE).end('{}'));
  const { url } = await serverThat((_request, response) =>
    response.writeHead(307, { location: `${elsewhere.url}/api/v2/dashboards` }).end(),
  );
  const { exitCode, stderr } = await runKit([url], TOKEN);
  expect(stderr).toContain(`redirects to ${elsewhere.url}/api/v2/dashboards, and redirects are not followed`);
  expect(exitCode).toBe(2);
  expect(elsewhere.requested).toEqual([]);
});

test('a refused connection', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const { exitCode, stderr } = await runKit([`http://127.0.0.1:${port}`], TOKEN);
  expect(stderr).toMatch(/The connection was refused\./);
  expect(exitCode).toBe(2);
});
