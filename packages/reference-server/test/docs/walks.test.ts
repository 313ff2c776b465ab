import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const DOCS = join(import.meta.dirname, '../../docs');
const WALKS = readFileSync(join(DOCS, 'walks.md'), 'utf8');

/** A link to a file, and the functions that follow it. */
const STEP = /\[[\w.-]+\]\((\S+)\)((?:,? *(?:and|or)?\s*`\w+`)*)/g;

const steps = [...WALKS.matchAll(STEP)].map(([, file = '', functions = '']) => ({
  file,
  functions: [...functions.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
}));

test('docs/walks.md links files and names functions', () => {
  expect(steps.length).toBeGreaterThan(30);
  expect(steps.filter(({ functions }) => functions.length === 0)).toEqual([]);
});

test.each(steps)('$file exists and contains $functions', ({ file, functions }) => {
  const path = join(DOCS, file);
  expect(existsSync(path)).toBe(true);
  const code = readFileSync(path, 'utf8');
  for (const name of functions) expect(code).toMatch(new RegExp(`\\b${name}\\b`));
});
