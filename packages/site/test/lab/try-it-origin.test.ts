import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { buildSite } from '../../src/building.ts';
import { labPolicy, pagePolicy } from '../../src/content-security-policy.ts';
import { referencePolicy } from '../../src/index.ts';
import { tryItOrigin } from '../../src/lab/try-it-origin.ts';
import { siteWithTryIt, tryIt } from '../support/shared-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// A build takes a second of CPU time, and much longer on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

test('only pages with Try-it can send requests to the configured origins', async () => {
  const folder = await siteWithTryIt();
  const policyOf = async (page: string) =>
    /http-equiv="Content-Security-Policy" content="([^"]*)"/
      .exec(await readFile(join(folder, page), 'utf8'))?.[1]
      ?.replaceAll('&#39;', "'");
  const origins = ['http://127.0.0.1:4010', 'https://api.example.net'];
  expect(tryIt.map(tryItOrigin)).toEqual(origins);
  const policy = labPolicy(origins);
  expect(policy).toBe(pagePolicy.replace("connect-src 'self'", `connect-src 'self' ${origins.join(' ')}`));
  expect(await policyOf('lab/index.html')).toBe(policy);
  expect(await policyOf('reference/management/pipes/createPipe/index.html')).toBe(policy);
  expect(await policyOf('reference/management/document/index.html')).toBe(referencePolicy([]));
  expect(await policyOf('index.html')).toBe(pagePolicy);
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
