import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runKit } from './kit-process.ts';

const TOKEN = { PENSTOCK_TOKEN: 'a-token-of-nobody' };

/** A server that does what it wants, and what it was asked for. It ends with the test. */
async function serverThat(does: RequestListener): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    does(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const JSON_TYPE = { 'content-type': 'application/json' };

test.each<[string, RequestListener, RegExp]>([
  ['never answers', () => {}, /gave no answer\. There was no whole answer within 0\.5 s\./],
  [
    'never ends its answer',
    (_request, response) => {
      response.writeHead(200, JSON_TYPE);
      const timer = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(timer));
    },
    /There was no whole answer within 0\.5 s\./,
  ],
  [
    'answers with a page',
    (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
    /answers 200 with text\/html in place of JSON\. Check the base URL\./,
  ],
  [
    'answers with what is not the JSON that it says',
    (_request, response) => response.writeHead(200, JSON_TYPE).end('{"data": ['),
    /answers 200 with a body that is not JSON\./,
  ],
  [
    'knows no such path',
    (_request, response) => response.writeHead(404, JSON_TYPE).end('{}'),
    /is not there\. Check the base URL/,
  ],
  [
    'refuses the credential',
    (_request, response) => response.writeHead(401, JSON_TYPE).end('{}'),
    /refuses the credential with 401\. Check PENSTOCK_TOKEN\./,
  ],
  [
    'hangs up',
    (request) => request.socket.destroy(),
    /The server closed the connection before it had answered\./,
  ],
])('a server that %s: nothing can be told, and why', async (_name, does, sentence) => {
  const { url } = await serverThat(does);
  const { exitCode, stdout, stderr } = await runKit([url, '--timeout', '0.5'], TOKEN);
  expect(stderr).toMatch(sentence);
  expect({ exitCode, stdout, lines: stderr.trim().split('\n').length }).toEqual({
    exitCode: 2,
    stdout: '',
    lines: 1,
  });
});

test('a server that streams forever is left at the byte that is too much', async () => {
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
  expect(stderr).toMatch(/The answer does not end: it has more than 8 MiB\./);
  expect(exitCode).toBe(2);
});

test('a server that nests deeper than anybody reads does not conform, and breaks nothing', async () => {
  const deep = `{"data":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  const { url } = await serverThat((_request, response) => response.writeHead(200, JSON_TYPE).end(deep));
  const { exitCode, stdout, stderr } = await runKit([url, '--operation', 'listSources'], TOKEN);
  expect(stdout).toContain('The body, of 400009 characters, is not JSON, or goes deeper than 64 levels.');
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
});

test('a server that never lets in is not waited for', async () => {
  let answers = 0;
  const { url } = await serverThat((_request, response) => {
    answers += 1;
    response.writeHead(answers === 1 ? 200 : 429, { ...JSON_TYPE, 'retry-after': '86400' }).end('{}');
  });
  const { exitCode, stdout } = await runKit([url], TOKEN);
  expect(stdout).toContain('The server goes on refusing with 429, Retry-After is 86400.');
  expect(stdout).not.toContain('if it is there');
  expect(answers).toBeLessThan(50);
  expect(exitCode).toBe(2);
});

test('what a server says before it is known is shown without credentials and controls', async () => {
  const { url } = await serverThat(({ headers }, response) =>
    response.writeHead(307, { location: `http://evil/\u009b31m${headers.authorization}` }).end(),
  );
  const { stderr } = await runKit([url], TOKEN);
  expect(stderr).toContain('redirects to http://evil/ 31mBearer ***, and redirects are not followed');
});

test('a server that redirects is not followed, and the credential does not go there', async () => {
  const elsewhere = await serverThat((_request, response) => response.writeHead(200, JSON_TYPE).end('{}'));
  const { url } = await serverThat((_request, response) =>
    response.writeHead(307, { location: `${elsewhere.url}/api/v2/dashboards` }).end(),
  );
  const { exitCode, stderr } = await runKit([url], TOKEN);
  expect(stderr).toContain(`redirects to ${elsewhere.url}/api/v2/dashboards, and redirects are not followed`);
  expect(exitCode).toBe(2);
  expect(elsewhere.asked).toEqual([]);
});

test('nobody there', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const { exitCode, stderr } = await runKit([`http://127.0.0.1:${port}`], TOKEN);
  expect(stderr).toMatch(/Nothing listens there: the connection was refused\./);
  expect(exitCode).toBe(2);
});
