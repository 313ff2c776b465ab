import { expect, test } from 'vitest';
import { patchRequest } from '../../../generate/emit/patched-request.ts';
import { contractTree } from '../../support/contract-tree.ts';

async function patched(patch: Parameters<typeof patchRequest>[1]['patch']) {
  const tree = contractTree();
  tree.write('request.one.yaml', 'name: a\nlist: [1, 2]\n');
  return patchRequest(tree.folder, { of: 'request.one', patch });
}

test('applies the operations to a valid request, in their order', async () => {
  expect(
    await patched([
      { op: 'replace', path: '/name', value: null },
      { op: 'add', path: '/list/-', value: 3 },
      { op: 'move', path: '/tail', from: '/list/0' },
    ]),
  ).toEqual({ body: { name: null, list: [2, 3], tail: 1 } });
});

test('replaces a whole body', async () => {
  expect(await patched([{ op: 'replace', path: '', value: {} }])).toEqual({ body: {} });
});
