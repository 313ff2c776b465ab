import { expect, test } from 'vitest';
import { linkDecisions, mapLinks } from '../../src/markdown/prose.ts';

test('decisions become links in prose only', () => {
  const linked = linkDecisions('# D-01\n\n(D-01), `D-01`, [D-01](x)\n\n| D-01 | D-02 |', (id) => `#${id}`);
  expect(linked).toBe('# D-01\n\n([D-01](#D-01)), `D-01`, [D-01](x)\n\n| D-01 | [D-02](#D-02) |');
});

test('link targets change in prose only', () => {
  expect(mapLinks('[a `b`](c) `[a](c)` ![d](c)', (target) => `${target}!`)).toBe(
    '[a `b`](c!) `[a](c)` ![d](c!)',
  );
});
