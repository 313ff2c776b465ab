import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceAt, teamAt } from './support/scope.ts';

test('api.md lists every method', () => {
  const index = readFileSync(join(import.meta.dirname, '../api.md'), 'utf8');
  const [, management = '', observability = ''] = index.split('\n## ');
  const missing = (resources: object, section: string) =>
    Object.entries(resources).flatMap(([resource, methods]) =>
      Object.keys(methods)
        .map((method) => `\n- \`${resource}.${method}(`)
        .filter((line) => !section.includes(line)),
    );
  const { raw: _raw, ...team } = teamAt('http://127.0.0.1');
  expect(missing(serviceAt('http://127.0.0.1'), management)).toEqual([]);
  expect(missing(team, observability)).toEqual([]);
});
