import { expect, test, vi } from 'vitest';
import { buildSite, type SiteOptions } from '../src/building.ts';
import { run } from '../src/cli.ts';
import { sharedReport } from './support/shared-site.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

// A build takes a second of CPU time, and much longer on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

test('prints only the explanation of an error, and fails', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const empty = await temporaryFolder();
  expect(await run([], () => buildSite(empty, { bundles: empty }))).toBe(1);
  expect(stderr.mock.calls).toEqual([
    [expect.stringMatching(/^\S+ cannot be read: run `pnpm generate`.*\.\n$/)],
  ]);
  stderr.mockRestore();
});

test('prints each file and the duration', async () => {
  const report = await sharedReport();
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect(await run([], async () => report)).toBe(0);
  const printed = stdout.mock.calls.join('');
  stdout.mockRestore();
  expect(printed).toMatch(/ kB {2}index\.html\n/);
  expect(printed).toMatch(/ kB {2}in .+, \d+ ms\nWithout --url, /);
});

test('passes the origins on, prints its help, and rejects an unknown option', async () => {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const built: SiteOptions[] = [];
  const build = async (options: SiteOptions) => {
    built.push(options);
    return { directory: '.', files: [], milliseconds: 1, notes: ['A note.'] };
  };
  const url = 'https://docs.example.org';
  expect(await run(['--try-it', 'http://a', '--try-it', 'http://b', '--url', url], build)).toBe(0);
  expect(built).toEqual([{ tryIt: ['http://a', 'http://b'], url }]);
  expect(stdout.mock.lastCall?.[0]).toContain('\nA note.\n');
  expect(await run(['--help'], build)).toBe(0);
  expect(stdout.mock.lastCall?.[0]).toContain('Usage: penstock-site');
  expect(await run(['--tryit'], build)).toBe(2);
  expect(stderr.mock.lastCall?.[0]).toContain("'--tryit'");
  expect(built).toHaveLength(1);
  vi.restoreAllMocks();
});
