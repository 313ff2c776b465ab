import type { RequestListener } from 'node:http';
import express, { type Express, type Response } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/http/listen.ts';
import { contractOfPaths, pathOf, validResponse } from '../support/examples.ts';
import { credentialFor, startServer, type TestOptions, useEngine } from '../support/harness.ts';

// These tests do not depend on the engine; this one starts faster.
useEngine('compiled');

const CONTRACT = contractOfPaths('getPipe', 'deletePipe');

/** The app of the server, which is not mounted in another one. */
async function appWith(options: TestOptions): Promise<Express> {
  let app: Express | undefined;
  const mount = (built: Express) => {
    app = built;
    return express();
  };
  await startServer({ contract: CONTRACT, ...options, mount });
  return app as Express;
}

async function headersOf(app: (request: never, response: never) => void): Promise<Headers> {
  const { url, close } = await listen(app as RequestListener, { port: 0 });
  onTestFinished(() => close(0));
  const headers = { authorization: credentialFor('management') };
  const response = await fetch(url + pathOf('getPipe'), { headers });
  expect(response.status).toBe(200);
  return response.headers;
}

const OWN = [
  'content-security-policy',
  'content-type',
  'etag',
  'ratelimit',
  'ratelimit-policy',
  'x-request-id',
];

test('a header that other code sets before the response takes precedence', async () => {
  let current: Response | undefined;
  const app = await appWith({
    handlers: {
      getPipe: () => {
        current?.setHeader('X-Request-Id', 'other').setHeader('X-More', 'more');
        return validResponse('getPipe');
      },
    },
  });
  const headers = await headersOf((request, response) => {
    current = response;
    app(request, response);
  });
  expect([headers.get('x-request-id'), headers.get('x-more')]).toEqual(['other', 'more']);
  for (const name of OWN) expect(headers.get(name)).not.toBeNull();
});

test('a header that was set before the request does not', async () => {
  const app = await appWith({});
  const headers = await headersOf((request, response: Response) => {
    response.setHeader('Content-Security-Policy', "default-src 'self'").setHeader('X-More', 'more');
    app(request, response as never);
  });
  expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
  expect(headers.get('x-more')).toBe('more');
});

test('an app around the server reads the headers of its responses', async () => {
  const names: string[][] = [];
  const server = await startServer({
    contract: CONTRACT,
    mount: (app) =>
      express()
        .use((_request, response, next) => {
          response.once('finish', () => names.push(response.getHeaderNames()));
          next();
        })
        .use(app),
  });
  expect((await server.call('getPipe')).status).toBe(200);
  await expect.poll(() => names[0]).toEqual(expect.arrayContaining([...OWN, 'content-length']));
});

test('a response without a body has the length that Node gives it', async () => {
  const server = await startServer({ contract: CONTRACT });
  const { headers } = await server.call('getPipe', { method: 'OPTIONS' });
  expect(headers).not.toHaveProperty('content-length');
  expect(headers).not.toHaveProperty('transfer-encoding');
  const head = await server.call('getPipe', { method: 'HEAD' });
  const { text } = await server.call('getPipe');
  expect(head.headers['content-length']).toBe(String(Buffer.byteLength(text)));
});
