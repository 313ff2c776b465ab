import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { buildSite } from '../../src/building.ts';
import { contentSecurityPolicy, referencePolicy } from '../../src/index.ts';
import { tryItOrigin } from '../../src/reference/try-it-origin.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// A build takes a second of CPU time, and much longer on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

test('only reference pages can send requests to the configured origins', async () => {
  const folder = await temporaryFolder();
  await buildSite(folder, { tryIt: ['http://127.0.0.1:4010', 'HTTPS://API.Example.net:443/'] });
  const policyOf = async (page: string) =>
    /http-equiv="Content-Security-Policy" content="([^"]*)"/
      .exec(await readFile(join(folder, page), 'utf8'))?.[1]
      ?.replaceAll('&#39;', "'");
  const policy = await policyOf('reference/management/document/index.html');
  expect(policy).toBe(referencePolicy(['http://127.0.0.1:4010', 'https://api.example.net']));
  expect(policy).toBe(
    contentSecurityPolicy.replace(
      "connect-src 'self'",
      "connect-src 'self' http://127.0.0.1:4010 https://api.example.net",
    ),
  );
  expect(await policyOf('index.html')).toContain("connect-src 'self';");
});

test.each([
  'api.example.net',
  'ftp://api.example.net',
  'https://api.example.net/v1',
  'https://user:password@api.example.net',
  'https://*.example.net',
  "https://a;script-src'unsafe-inline'",
  'https://[::1]:4010',
  '',
])('%j is rejected with an explanation', (origin) => {
  expect(() => tryItOrigin(origin)).toThrow(
    /^".*" is not an origin: use a value such as http:\/\/127\.0\.0\.1:4010 or https:\/\/api\.example\.net\.$/,
  );
});

test('a build with an invalid origin fails', async () => {
  const folder = await temporaryFolder();
  await expect(buildSite(folder, { tryIt: ['api.example.net'] })).rejects.toThrow(/is not an origin/);
});
