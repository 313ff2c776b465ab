import { expect, test } from 'vitest';
import { runExample } from './support/run-example.ts';

test('a folder that does not exist is reported', async () => {
  const { code, stderr } = await runExample('serve-folder-as-s3.ts', { args: ['nowhere'] });
  expect(stderr).toContain('Name an existing folder');
  expect(code).toBe(2);
});
