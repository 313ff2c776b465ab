import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, expect, test } from 'vitest';
import { docsRoutes } from '../../src/api/docs.ts';

/** A site with two pages and a script. The build has compressed the home page and the script. */
const folder = mkdtempSync(join(tmpdir(), 'penstock-docs-'));
afterAll(() => rmSync(folder, { recursive: true }));
const SCRIPT = 'reference/draw.3f9a1c2b4d.js';
const home = '<a href="guides/index.html">Guides</a>'.repeat(20);
mkdirSync(join(folder, 'reference/pipes'), { recursive: true });
writeFileSync(join(folder, 'reference/pipes/index.html'), '<p>Pipes</p>');
writeFileSync(
  join(folder, '404.html'),
  '<link href="site.css"><script src="search/open.js"></script><a href="#content"></a><a href="https://example.net/">',
);
for (const [path, content] of Object.entries({ 'index.html': home, [SCRIPT]: 'alert(1);'.repeat(20) })) {
  writeFileSync(join(folder, path), content);
  writeFileSync(join(folder, `${path}.br`), brotliCompressSync(content));
  writeFileSync(join(folder, `${path}.gz`), gzipSync(content));
}

const server = express().use('/docs', docsRoutes(folder)).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => server.close());

/** Sends a request without the headers and the decompression of `fetch`. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1', path: `/docs${path}`, headers, method }).end();
  const [response] = await once(sent, 'response');
  const body = Buffer.from(await text(response.setEncoding('latin1')), 'latin1');
  return { status: response.statusCode as number, headers: response.headers as Record<string, string>, body };
}

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0', undefined],
  ['identity', undefined],
  ['', undefined],
  ['zstd', undefined],
])('a client that accepts "%s" gets the encoding %s', async (accepted, encoding) => {
  const { status, headers, body } = await get('/', { 'accept-encoding': accepted });
  expect(status).toBe(200);
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', vary: 'Accept-Encoding' });
  expect(Number(headers['content-length'])).toBe(body.length);
  if (encoding === 'br') expect(brotliDecompressSync(body).toString()).toBe(home);
});

test('caches keep assets, and ask for a new version of pages', async () => {
  expect((await get(`/${SCRIPT}`)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const pages = await Promise.all(['/', '/reference/pipes/', '/unknown'].map((path) => get(path)));
  expect(pages.map(({ headers }) => headers['cache-control'])).toEqual(['no-cache', 'no-cache', 'no-cache']);
});

test('each encoding has its own ETag, with which the server responds 304', async () => {
  const tags = new Set<string>();
  for (const accepted of ['br', 'gzip', 'identity']) {
    const { etag = '' } = (await get('/', { 'accept-encoding': accepted })).headers;
    tags.add(etag);
    const unchanged = await get('/', { 'accept-encoding': accepted, 'if-none-match': etag });
    expect(unchanged.status).toBe(304);
    expect(unchanged.body).toHaveLength(0);
    expect(unchanged.headers).toMatchObject({ etag, vary: 'Accept-Encoding', 'cache-control': 'no-cache' });
  }
  expect(tags.size).toBe(3);
});

test('HEAD has the headers of GET, and a range is a part of the encoded file', async () => {
  const accept = { 'accept-encoding': 'br' };
  const whole = await get(`/${SCRIPT}`, accept);
  const head = await get(`/${SCRIPT}`, accept, 'HEAD');
  expect({ ...head.headers, date: '' }).toEqual({ ...whole.headers, date: '' });
  expect(head.body).toHaveLength(0);
  const part = await get(`/${SCRIPT}`, { ...accept, range: 'bytes=2-5' });
  expect(part.status).toBe(206);
  expect(part.headers).toMatchObject({
    'content-encoding': 'br',
    'content-range': `bytes 2-5/${whole.body.length}`,
  });
  expect(part.body).toEqual(whole.body.subarray(2, 6));
});

test.each([
  [416, 'Range', { range: 'bytes=9999-' }],
  [412, 'If-Match', { 'if-match': '"another version"' }],
])('status %i explains which header does not match the file', async (expected, name, headers) => {
  const { status, body } = await get(`/${SCRIPT}`, headers);
  expect(status).toBe(expected);
  expect(body.toString()).toContain(`does not match ${name}`);
});

test('a file that was not compressed is sent as it is', async () => {
  const { headers, body } = await get('/reference/pipes/', { 'accept-encoding': 'br, gzip' });
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers.vary).toBe('Accept-Encoding');
  expect(body.toString()).toBe('<p>Pipes</p>');
});

test('a folder without its slash redirects to the one with it', async () => {
  const { status, headers } = await get('/reference/pipes', { 'accept-encoding': 'br' });
  expect([status, headers.location]).toEqual([301, '/docs/reference/pipes/']);
});

test.each([
  ['/unknown', ''],
  ['/guides/unknown', '../'],
  ['/reference/management/pipes/unknown/', '../../../../'],
  ['/..%2f..%2fpackage.json', ''],
  ['/%00/%E0%A4%A', '../'],
])('the page for the unknown path %s has links that work there', async (path, toRoot) => {
  const { status, headers, body } = await get(path, { 'accept-encoding': 'br' });
  expect(status).toBe(404);
  expect(headers['content-encoding']).toBeUndefined();
  expect(body.toString()).toBe(
    `<link href="${toRoot}site.css"><script src="${toRoot}search/open.js"></script><a href="#content"></a><a href="https://example.net/">`,
  );
});

test.each(['/', '/unknown', '/guides/unknown', '/reference/pipes/unknown', `/${SCRIPT}`])(
  '%s has the security headers',
  async (path) => {
    const { headers } = await get(path, { 'accept-encoding': 'br' });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  },
);

test('a site that is not built yet has a status and a command', async () => {
  const app = express()
    .use('/docs', docsRoutes(join(folder, 'missing')))
    .listen(0, '127.0.0.1');
  await once(app, 'listening');
  const response = await fetch(`http://127.0.0.1:${(app.address() as AddressInfo).port}/docs/`);
  app.close();
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('pnpm site');
});
