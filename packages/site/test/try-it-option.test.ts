import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { buildSite, type SiteOptions } from '../src/building.ts';
import { run } from '../src/cli.ts';
import { contentSecurityPolicy, referencePolicy } from '../src/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('a site may be built for APIs of other origins, which its references and nothing else may ask', async () => {
  const folder = await temporaryFolder();
  await buildSite(folder, { tryIt: ['http://127.0.0.1:4010', 'HTTPS://API.Example.net:443/'] });
  const policyOf = async (page: string) =>
    /http-equiv="Content-Security-Policy" content="([^"]*)"/
      .exec(await readFile(join(folder, page), 'utf8'))?.[1]
      ?.replaceAll('&#39;', "'");
  const policy = await policyOf('management.html');
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
])('%s is no origin of an API, which a sentence says', async (origin) => {
  const folder = await temporaryFolder();
  await expect(buildSite(folder, { tryIt: [origin] })).rejects.toThrow(
    /^Try-it cannot ask ".*": name the origin of an API, such as http:\/\/127\.0\.0\.1:4010 or https:\/\/api\.example\.net\.$/,
  );
});

test('the command passes the origins on, explains itself, and names an option that it does not know', async () => {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const built: SiteOptions[] = [];
  const build = async (options: SiteOptions) => {
    built.push(options);
    return { directory: '.', files: [], milliseconds: 1 };
  };
  expect(await run(['--try-it', 'http://a', '--try-it', 'http://b'], build)).toBe(0);
  expect(built).toEqual([{ tryIt: ['http://a', 'http://b'] }]);
  expect(await run(['--help'], build)).toBe(0);
  expect(stdout.mock.lastCall?.[0]).toContain('Usage: penstock-site');
  expect(await run(['--tryit'], build)).toBe(2);
  expect(stderr.mock.lastCall?.[0]).toContain("'--tryit'");
  expect(built).toHaveLength(1);
  vi.restoreAllMocks();
});
