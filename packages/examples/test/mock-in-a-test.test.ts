import { expect, test } from 'vitest';
import { runExample } from './support/run-example.ts';

test('the tests of the example pass', async () => {
  const { code, stdout } = await runExample('mock-in-a-test.ts');
  expect(stdout).toContain('pass 2\n');
  expect(stdout).toContain('fail 0\n');
  expect(code).toBe(0);
});
