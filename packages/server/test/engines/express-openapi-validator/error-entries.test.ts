import { describe, expect, test } from 'vitest';
import { errorEntries } from '../../../src/engines/express-openapi-validator/error-entries.ts';

/** A report as express-openapi-validator writes it: names glued to paths, texts joined by commas. */
function report(...errors: { at: string; keyword: string; name?: string; message?: string }[]) {
  const messages = errors.map(({ keyword, message = `breaks ${keyword}` }) => message);
  return {
    message: errors.map(({ at }, index) => `request${at} ${messages[index]}`).join(', '),
    errors: errors.map(({ at, name, keyword }, index) => ({
      path: name === undefined ? at : `${at}/${name}`,
      message: messages[index] ?? '',
      errorCode: `${keyword}.openapi.validation`,
    })),
  };
}

describe('error entries', () => {
  test('distinguish a nested property from one with a slash in its name', () => {
    const entries = errorEntries(
      report(
        { at: '/body', keyword: 'additionalProperties', name: 'a/b' },
        { at: '/body/a', keyword: 'additionalProperties', name: 'b' },
        { at: '/body/a~1b', keyword: 'required', name: '~c' },
      ),
      [],
    );
    expect(entries.map(({ pointer }) => pointer)).toEqual(['/a~1b', '/a/b', '/a~1b/~0c']);
  });

  test('know a property without a name', () => {
    const nameless = report(
      { at: '/body/source', keyword: 'additionalProperties' },
      { at: '/body/a', keyword: 'type' },
    );
    const errors = nameless.errors.map((error, index) => (index === 0 ? { ...error, path: '' } : error));
    const entries = errorEntries({ ...nameless, errors }, []);
    expect(entries.map(({ pointer }) => pointer)).toEqual(['/source/', '/a']);
  });

  test('are not misled by names that look like the report itself', () => {
    const name = 'x breaks additionalProperties, request/body/y breaks';
    const entries = errorEntries(
      report({ at: '/body', keyword: 'additionalProperties', name }, { at: '/body/z', keyword: 'type' }),
      [],
    );
    expect(entries.map(({ pointer }) => pointer)).toEqual([`/${name.replaceAll('/', '~1')}`, '/z']);
  });

  test.each([
    ['type', 'invalid_type'],
    ['x-eov-type', 'invalid_type'],
    ['format', 'invalid_format'],
    ['enum', 'invalid_enum'],
    ['const', 'invalid_enum'],
    ['maximum', 'out_of_range'],
    ['exclusiveMinimum', 'out_of_range'],
    ['multipleOf', 'out_of_range'],
    ['maxLength', 'invalid_length'],
    ['minItems', 'invalid_length'],
    ['minProperties', 'invalid_length'],
    ['pattern', 'invalid_pattern'],
    ['uniqueItems', 'invalid'],
    ['oneOf', 'invalid'],
  ])('of %s are %s', (keyword, code) => {
    expect(errorEntries(report({ at: '/body/a/0', keyword }), [])).toEqual([
      { pointer: '/a/0', code, message: `breaks ${keyword}` },
    ]);
  });

  test('leave out what only repeats others', () => {
    const entries = errorEntries(
      report(
        { at: '/body/a', keyword: 'type' },
        { at: '/body/a', keyword: 'type' },
        { at: '/body', keyword: 'if' },
      ),
      [],
    );
    expect(entries).toHaveLength(1);
  });

  test('of parameters have the contract’s spelling', () => {
    const entries = errorEntries(
      report(
        { at: '/headers/if-match', keyword: 'maxLength' },
        { at: '/params/pipeId', keyword: 'format' },
        { at: '/query', keyword: 'required', name: 'limit' },
      ),
      ['If-Match'],
    );
    expect(entries).toEqual([
      { parameter: 'If-Match', code: 'invalid_length', message: 'breaks maxLength' },
      { parameter: 'pipeId', code: 'invalid_format', message: 'breaks format' },
      { parameter: 'limit', code: 'required', message: 'is required' },
    ]);
  });

  test('have a code even if the validator reports no keyword', () => {
    const errors = [{ path: '/query/q', message: 'is odd' }];
    expect(errorEntries({ message: '', errors }, [])).toEqual([
      { parameter: 'q', code: 'invalid', message: 'is odd' },
    ]);
  });
});
