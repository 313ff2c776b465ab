import { array, assert, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  appendSegment,
  escapeSegment,
  formatPointer,
  parseFragment,
  parsePointer,
  unescapeSegment,
  valueAt,
} from '../../src/reader.ts';

/** The document of RFC 6901 section 5, and what its pointers evaluate to. */
const DOCUMENT = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
};

describe('a JSON Pointer', () => {
  test.each([
    ['', DOCUMENT],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ])('"%s" evaluates as RFC 6901 section 5 documents it', (pointer, value) => {
    expect(valueAt(DOCUMENT, pointer)).toEqual(value);
  });

  test.each(['/bar', '/foo/2', '/foo/-', '/foo/00', '/foo/length', '/foo/0/1', '/toString', '/m~0n/0'])(
    '"%s" evaluates to undefined, because the document has no such value',
    (pointer) => {
      expect(valueAt(DOCUMENT, pointer)).toBeUndefined();
    },
  );

  test.each([
    ['foo', 'it must start with "/"'],
    ['#/foo', 'it must start with "/"'],
    ['/m~n', '"~" must be followed by 0 or 1'],
    ['/m~', '"~" must be followed by 0 or 1'],
  ])('"%s" is rejected with the reason', (pointer, reason) => {
    expect(() => parsePointer(pointer)).toThrow(`"${pointer}" is not a JSON Pointer: ${reason}.`);
  });

  test('keeps every list of names through writing and parsing', () => {
    assert(
      property(array(string()), (names) => {
        expect(parsePointer(formatPointer(names))).toEqual(names);
      }),
    );
  });

  test('keeps every name through escaping and unescaping', () => {
    assert(
      property(string(), (name) => {
        expect(unescapeSegment(escapeSegment(name))).toBe(name);
      }),
    );
  });

  test('finds every value by the names that lead to it', () => {
    assert(
      property(array(string(), { minLength: 1 }), (names) => {
        const value = names.reduceRight<unknown>(
          (inner, name) => Object.fromEntries([[name, inner]]),
          'found',
        );
        expect(valueAt(value, formatPointer(names))).toBe('found');
        expect(valueAt(value, names)).toBe('found');
      }),
    );
  });

  test('is extended by names and indexes', () => {
    expect(appendSegment('/paths', '/v1/pipes')).toBe('/paths/~1v1~1pipes');
    expect(appendSegment('', 0)).toBe('/0');
    expect(formatPointer(['errors', 1, 'a~b'])).toBe('/errors/1/a~0b');
  });
});

describe('the fragment of a reference', () => {
  test.each([
    ['#', []],
    ['#/paths/~1v1~1pipes~1{pipeId}', ['paths', '/v1/pipes/{pipeId}']],
    ['#/paths/~1v1~1pipes~1%7BpipeId%7D', ['paths', '/v1/pipes/{pipeId}']],
    ['#/components/schemas/A%20B', ['components', 'schemas', 'A B']],
    ['#/a%7E1b', ['a/b']],
  ])('%s is decoded into its names', (fragment, names) => {
    expect(parseFragment(fragment)).toEqual(names);
  });

  test('keeps every list of names through percent-encoding', () => {
    const names = array(string({ unit: 'grapheme' }));
    assert(
      property(names, (segments) => {
        expect(parseFragment(`#${encodeURIComponent(formatPointer(segments))}`)).toEqual(segments);
      }),
    );
  });

  test('is rejected if it leads into another file', () => {
    expect(() => parseFragment('pipe.yaml#/a')).toThrow('"pipe.yaml#/a" is not a local reference');
  });

  test('is rejected if it is not percent-encoded UTF-8', () => {
    expect(() => parseFragment('#/%ff')).toThrow('"#/%ff" is not percent-encoded UTF-8.');
  });
});
