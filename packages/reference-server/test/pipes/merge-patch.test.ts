import { expect, test } from 'vitest';
import { mergePatch } from '../../src/pipes/merge-patch.ts';

// The examples of RFC 7396, appendix A, whose target and patch are objects.
test.each([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j and the patch %j are %j', (target, patch, result) => {
  expect(mergePatch(target, patch)).toEqual(result);
});

test('the target stays as it is, and undefined changes nothing', () => {
  const target = { a: { b: 1 }, c: 2 };
  expect(mergePatch(target, { a: { b: null }, c: undefined })).toEqual({ a: {}, c: 2 });
  expect(target).toEqual({ a: { b: 1 }, c: 2 });
});
