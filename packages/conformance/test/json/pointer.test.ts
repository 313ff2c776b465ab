import { valueAt } from '@penstock/contract/reader';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutValueAt, withValueAt } from '../../src/json/pointer.ts';

const NAME = fc.oneof(fc.string(), fc.constantFrom('a/b', 'm~n', '~1', '', '0', '__proto__'));
const { object } = fc.letrec<{ object: Record<string, unknown> }>((tie) => ({
  object: fc.dictionary(
    NAME,
    fc.oneof(fc.integer(), fc.array(fc.integer(), { minLength: 1 }), tie('object')),
    {
      minKeys: 1,
      noNullPrototype: true,
    },
  ),
}));

/** An object, and a pointer to a value in it. */
const PLACED = object.chain((value) =>
  fc.constantFrom(...pointersInto(value)).map((pointer) => ({ value, pointer })),
);

function pointersInto(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [own, ...pointersInto(inner).map((below) => own + below)];
  });
}

test('sets a value and changes nothing else', () => {
  fc.assert(
    fc.property(PLACED, ({ value, pointer }) => {
      const before = structuredClone(value);
      const changed = withValueAt(value, pointer, 'new');
      expect(valueAt(changed, pointer)).toBe('new');
      expect(withValueAt(changed, pointer, valueAt(value, pointer))).toEqual(value);
      expect(value).toEqual(before);
    }),
  );
});

test('removes a value from an object, which setting it again restores', () => {
  fc.assert(
    fc.property(PLACED, ({ value, pointer }) => {
      fc.pre(!Array.isArray(valueAt(value, pointer.slice(0, pointer.lastIndexOf('/')))));
      const changed = withoutValueAt(value, pointer);
      expect(valueAt(changed, pointer)).toBeUndefined();
      expect(withValueAt(changed, pointer, valueAt(value, pointer))).toEqual(value);
    }),
  );
});

test('removes one item of a list and keeps the others', () => {
  expect(withoutValueAt({ list: [1, 2, 3] }, '/list/1')).toEqual({ list: [1, 3] });
  expect(withValueAt({ list: [1] }, '/list/-', 2)).toEqual({ list: [1, 2] });
});

test('changes nothing if the value does not exist', () => {
  expect(withoutValueAt({ a: 1 }, '/b/c')).toEqual({ a: 1 });
  expect(valueAt({ a: 1 }, '/a/b')).toBeUndefined();
  expect(withValueAt({}, '/a/b', 1)).toEqual({ a: { b: 1 } });
});
