import { describe, expect, test } from 'vitest';
import { contractDocument } from '../src/documents.ts';
import { type OperationId, operations } from '../src/index.ts';
import { readOperation, responseHeaders } from '../src/reader.ts';
import { createPipe, validators } from '../src/validators.ts';

const documents = {
  management: contractDocument('management'),
  observability: contractDocument('observability'),
};

/** The declared headers of each response of an operation. */
function declaredHeaders(id: OperationId) {
  const { surface, path, method } = operations[id];
  const { responses } = readOperation(documents[surface], path, method);
  return [...responses].map(
    ([status, response]) =>
      [Number(status), Object.entries(responseHeaders(documents[surface], response))] as const,
  );
}

describe.each(Object.keys(operations) as OperationId[])('the response headers of %s', (id) => {
  test('are valid as in the examples of the contract, with names in any case', () => {
    for (const [status, headers] of declaredHeaders(id)) {
      const examples = headers.map(([name, { example }]) => [name, example]);
      const validate = validators[id].responseHeaders[status];
      expect(validate?.(Object.fromEntries(examples)), `${status}`).toEqual([]);
      const lowerCase = examples.map(([name, example]) => [String(name).toLowerCase(), String(example)]);
      expect(validate?.(Object.fromEntries(lowerCase)), `${status}`).toEqual([]);
    }
  });

  test('are reported where a required one is missing', () => {
    for (const [status, headers] of declaredHeaders(id)) {
      const required = headers.flatMap(([name, header]) => (header.required ? [name.toLowerCase()] : []));
      expect(required.length).toBeGreaterThan(0);
      const errors = validators[id].responseHeaders[status]?.({});
      expect(errors, `${status}`).toEqual(
        required.map((name) => ({ pointer: `/${name}`, code: 'required', message: 'is required' })),
      );
    }
  });
});

describe('a response header', () => {
  const requestId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
  const created = { 'X-Request-Id': requestId, ETag: '"7"' };
  const limited = { 'X-Request-Id': requestId };
  const errorsOf = (status: number, headers: Readonly<Record<string, unknown>>) =>
    createPipe.responseHeaders[status]?.(headers);

  test.each([0, '0', 4, '4', '999999999999999'])('that is a whole number may be %j', (seconds) => {
    expect(errorsOf(429, { ...limited, 'Retry-After': seconds })).toEqual([]);
  });

  test.each(['', ' 4', '4.5', '-1', '1e2', '0x10', 'soon', '1000000000000000', Number.NaN, null])(
    'that is a whole number must not be %j',
    (seconds) => {
      expect(errorsOf(429, { ...limited, 'Retry-After': seconds })).toEqual([
        { pointer: '/retry-after', code: 'invalid_type', message: 'must be integer' },
      ]);
    },
  );

  test.each([
    ['ETag', '7', 'invalid_pattern'],
    ['X-Request-Id', 'first', 'invalid_format'],
    ['Idempotency-Replayed', 'false', 'invalid_enum'],
  ])('%s must not be %j', (name, value, code) => {
    expect(errorsOf(200, { ...created, [name]: value })).toEqual([
      expect.objectContaining({ pointer: `/${name.toLowerCase()}`, code }),
    ]);
  });

  test('must be one that can be sent', () => {
    for (const value of ['a\nb', 'a\0', '\u{1f4a7}'])
      expect(errorsOf(200, { ...created, 'X-Note': value }), value).toEqual([
        {
          pointer: '/x-note',
          code: 'invalid_format',
          message: 'must have no characters that a header field cannot have',
        },
      ]);
  });

  test('is absent if its value is undefined, and may be one that is not declared', () => {
    expect(errorsOf(200, { ...created, Date: 'today', 'Idempotency-Replayed': undefined })).toEqual([]);
    expect(errorsOf(200, { ...created, ETag: undefined })).toEqual([
      { pointer: '/etag', code: 'required', message: 'is required' },
    ]);
  });
});
