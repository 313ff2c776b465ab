import { operations } from '@penstock/contract';
import { expect, test } from 'vitest';
import { builtSite, text } from '../support/built-site.ts';
import { changelogSince, differentContract } from '../support/changed-changelog.ts';

const { changes, page } = await changelogSince(differentContract);
const all = changes.flatMap(({ surface, diff }) =>
  diff.changes.map((change, index) => ({ ...change, id: `${surface}-${index + 1}` })),
);

test('each change has the operations that it affects', () => {
  expect(all.map(({ operations: affected }) => affected.length > 0)).toContain(false);
  expect(all.flatMap(({ operations: affected }) => affected.map(({ operationId }) => operationId))).toContain(
    'updatePipe',
  );
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

test('the page links to the feed', async () => {
  expect(text(await builtSite(), 'changelog.html')).toContain(
    '<link rel="alternate" type="application/atom+xml" title="Changelog" href="changelog.atom">',
  );
});
