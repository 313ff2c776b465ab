import { operations } from '@penstock/contract';
import { expect, test } from 'vitest';
import { readHistory } from '../../src/changelog/history.ts';
import { builtSite, text } from '../support/built-site.ts';

const site = await builtSite();
const page = text(site, 'changelog.html');
const { changes } = await readHistory();
const all = changes.flatMap(({ surface, diff }) =>
  diff.changes.map((change, index) => ({ ...change, id: `${surface}-${index + 1}` })),
);

test('each change has the operations that it affects', () => {
  expect(all.length).toBeGreaterThan(0);
  for (const { id, operations: affected } of all) {
    const [, names = ''] = new RegExp(`<li id="${id}" data-operations="([^"]*)"`).exec(page) ?? [];
    expect(names.split(' ').filter(Boolean), id).toEqual([
      ...new Set(affected.flatMap(({ operationId }) => operationId ?? [])),
    ]);
  }
});

test('each affected operation has an anchor, with links to its changes', () => {
  const affected = new Set(all.flatMap((change) => change.operations.map(({ operationId }) => operationId)));
  for (const operationId of affected) {
    if (!operationId || !Object.hasOwn(operations, operationId)) continue;
    const [, own = ''] = new RegExp(`<div id="${operationId}"(.*?)</div>`, 's').exec(page) ?? [];
    const expected = all.filter((change) =>
      change.operations.some((operation) => operation.operationId === operationId),
    );
    expect(
      [...own.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id),
      operationId,
    ).toEqual(expected.map(({ id }) => id));
  }
});

test('every operation can be chosen, with the script only', () => {
  const [chooser = ''] = /<details class="chooser" hidden>.*?<\/details>/s.exec(page) ?? [];
  const values = [...chooser.matchAll(/type="checkbox" value="(\w+)"/g)].map(([, value]) => value);
  expect(values.sort()).toEqual(Object.keys(operations).sort());
});

test('the page links to the feed', () => {
  expect(page).toContain(
    '<link rel="alternate" type="application/atom+xml" title="Changelog" href="changelog.atom">',
  );
});
