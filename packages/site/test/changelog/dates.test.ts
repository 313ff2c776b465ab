import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readChangeDates } from '../../src/changelog/dates.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('the dates are those of the commits, in UTC', async () => {
  const folder = await temporaryFolder();
  const changelog = join(folder, 'CHANGELOG.md');
  const commit = (date: string) => {
    const env = { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: '2020-01-01T00:00:00Z' };
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
    execFileSync('git', ['-C', folder, 'add', '.'], { env });
    execFileSync('git', ['-C', folder, ...identity, 'commit', '--quiet', '--message', 'A change'], { env });
  };
  execFileSync('git', ['init', '--quiet', folder]);
  await writeFile(changelog, '# Changes\n\n## 1.0.0\n\n- First.\n');
  commit('2026-10-01T12:00:00+02:00');
  await writeFile(changelog, '# Changes\n\n## 1.1.0\n\n- More.\n\n## 1.0.0\n\n- First, corrected.\n');
  commit('2026-11-01T12:00:00+02:00');
  expect(await readChangeDates(changelog, folder)).toEqual({
    changed: '2026-11-01T10:00:00Z',
    released: new Map([
      ['1.1.0', '2026-11-01T10:00:00Z'],
      ['1.0.0', '2026-10-01T10:00:00Z'],
    ]),
  });
  expect(await readChangeDates(undefined, folder)).toMatchObject({ released: new Map() });
});

test('there are no dates outside of a clone', async () => {
  expect(await readChangeDates(undefined, await temporaryFolder())).toBeUndefined();
});
