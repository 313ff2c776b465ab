import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contractFolder, THING } from '../support/contract-folder.ts';
import { penstockMock } from '../support/mock-process.ts';

test('--watch prints each reload and each rejection', async () => {
  const contract = contractFolder();
  const args = ['--watch', '--port', '0', contract.root];
  const { child, output, exit } = penstockMock(args, { folder: contract.folder });
  await expect.poll(() => output.stdout).toContain('Try it:');
  expect(output.stdout).toContain('Watching 2 contract files');
  const [url = ''] = /http:\/\/[\d.:]+/.exec(output.stdout) ?? [];
  const nameOfThing = async () => {
    const response = await fetch(url + THING, { headers: { authorization: 'Basic a2V5OnNlY3JldA==' } });
    return ((await response.json()) as { result: { name: string } }).result.name;
  };

  contract.writeExample('second');
  await expect.poll(nameOfThing).toBe('second');
  await expect.poll(() => output.stdout).toMatch(/Reloaded in \d+ ms:\n {2}getThing: response 200\n/);

  contract.write('examples/thing.yaml', 'result:\n  id: [\n');
  await expect
    .poll(() => output.stderr)
    .toMatch(/Not reloaded.*\n {2}examples\/thing\.yaml:3:1 {2}Failed to parse: [a-z ]+\n/);
  expect(await nameOfThing()).toBe('second');

  child.kill('SIGTERM');
  expect(await exit).toBe(0);
});

test('--watch without files watches the contract of the repository', async () => {
  const folder = join(import.meta.dirname, '../../../..');
  const { output } = penstockMock(['--watch', '--port', '0'], { folder });
  await expect
    .poll(() => output.stdout)
    .toMatch(/\/v1 [\s\S]*\/api\/v2 [\s\S]*Watching \d{3} contract files/);
});
