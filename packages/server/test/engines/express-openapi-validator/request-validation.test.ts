import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { penstockContract } from '../../../src/contract.ts';
import { pathOf, requestExample } from '../../support/examples.ts';
import { type Sent, startServer, type TestServer } from '../../support/harness.ts';

/** What express-openapi-validator lets through although the contract does not. */

const WITH_BODY = penstockContract.operations
  .filter(({ requestBody }) => requestBody === 'required')
  .map(({ operationId }) => operationId);

let server: TestServer;

beforeAll(async () => {
  const rateLimit = { requests: 1_000_000, windowSeconds: 3600 };
  server = await startServer({ contract: penstockContract, rateLimit, lasting: true });
});

beforeEach(() => {
  server.reached.length = 0;
});

async function entriesIn(operationId: string, sent: Sent) {
  const response = await server.call(operationId, sent);
  expect([response.status, response.body.code]).toEqual([400, 'validation_failed']);
  expect(server.reached).toEqual([]);
  return response.body.errors;
}

describe('a body that is required', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };
  const CHUNKED = { ...JSON_TYPE, 'transfer-encoding': 'chunked', 'content-length': undefined };

  test.each(WITH_BODY)('is missed by %s', async (operationId) => {
    const missing = [{ pointer: '', code: 'required', message: 'is required' }];
    expect(await entriesIn(operationId, {})).toEqual(missing);
    expect(await entriesIn(operationId, { headers: { ...JSON_TYPE, 'content-length': '0' } })).toEqual(
      missing,
    );
    expect(await entriesIn(operationId, { body: '', headers: CHUNKED })).toEqual(missing);
  });

  test('is reported with all other errors', async () => {
    const path = pathOf('updatePipe').replace(/[^/]+$/, 'none');
    const entries = await entriesIn('updatePipe', { path, query: '?x=1' });
    expect(entries).toEqual([
      expect.objectContaining({ pointer: '', code: 'required' }),
      expect.objectContaining({ parameter: 'x', code: 'unknown_parameter' }),
      expect.objectContaining({ parameter: 'pipeId', code: 'invalid_format' }),
    ]);
  });
});

describe('a whole number in the query', () => {
  const LISTS = penstockContract.operations
    .filter(({ queryParameters }) => queryParameters.includes('limit'))
    .map(({ operationId }) => operationId);
  const NONE = [
    '',
    '0x10',
    '0b11',
    '1e2',
    '%2B5',
    '+5',
    '%205',
    '5%20',
    '5%0A',
    '5.0',
    'Infinity',
    '-Infinity',
    'NaN',
    '1e999',
    '%D9%A5',
    '99999999999999999999',
  ];

  test.each(LISTS)('is written in decimal digits for %s', async (operationId) => {
    for (const value of NONE) {
      const query = `?limit=${value}`;
      expect([query, await entriesIn(operationId, { query })]).toEqual([
        query,
        [{ parameter: 'limit', code: 'invalid_type', message: 'must be one whole number in decimal digits' }],
      ]);
    }
    expect((await server.call(operationId, { query: '?limit=007' })).status).toBe(200);
  });

  test('has its bounds checked, too', async () => {
    expect(await entriesIn('listPipes', { query: '?limit=-5' })).toEqual([
      expect.objectContaining({ parameter: 'limit', code: 'out_of_range' }),
    ]);
  });

  test('is reported with all other errors', async () => {
    expect(await entriesIn('listPipes', { query: `?limit=0x10&cursor=${'x'.repeat(513)}` })).toEqual([
      expect.objectContaining({ parameter: 'limit', code: 'invalid_type' }),
      expect.objectContaining({ parameter: 'cursor', code: 'invalid_length' }),
    ]);
  });
});

describe('a query that is no text', () => {
  test('is rejected, because it would be changed silently', async () => {
    for (const query of ['?name=%ff', '?name=%ED%A0%80x', '?name=%zz', '?name=a&name=%']) {
      expect([query, await entriesIn('listPipes', { query })]).toEqual([
        query,
        [{ parameter: 'name', code: 'invalid_format', message: 'must be percent-encoded UTF-8' }],
      ]);
    }
    expect((await server.call('listPipes', { query: '?name=%F0%9F%92%A7' })).status).toBe(200);
  });
});

describe('text with lone surrogates', () => {
  const entryAt = (pointer: string) => expect.objectContaining({ pointer, code: 'invalid_format' });

  test.each(WITH_BODY)('is rejected by %s', async (operationId) => {
    const body = { ...requestExample(operationId), name: '\ud800x' };
    expect(await entriesIn(operationId, { body })).toEqual([entryAt('/name')]);
  });

  test('is rejected at any depth, and a name is reported at its object', async () => {
    const body = { a: [{ 'b/c': 'x\udc00' }], d: { ok: 1, '\ud800': { more: '\ud800' } } };
    const entries = await entriesIn('updatePipe', { body });
    expect(entries).toHaveLength(2);
    expect(entries).toEqual(expect.arrayContaining([entryAt('/a/0/b~1c'), entryAt('/d')]));
    for (const body of ['"\\ud800"', '"\\uDC00"', '["\\uD83d\\uDCa7", "\\udc00\\uD800"]'])
      expect((await entriesIn('updatePipe', { body }))[0]).toMatchObject({ code: 'invalid_format' });
    expect(await entriesIn('updatePipe', { body: '"\\ud800"' })).toEqual([entryAt('')]);
    expect(await entriesIn('updatePipe', { body: { '\udfff': 1 } })).toEqual([entryAt('')]);
  });

  test('is not repeated, and reported at most 50 times', async () => {
    const many = Array.from({ length: 80 }, () => ({ a: '\ud800', '\ud800': 1 }));
    const response = await server.call('updatePipe', { body: { many } });
    expect(response.body.errors).toHaveLength(50);
    expect(response.text.isWellFormed()).toBe(true);
    expect(response.text).not.toMatch(/\\ud[89a-f]/i);
  });

  test('is reported with a short pointer', async () => {
    const names = Array.from({ length: 40 }, () => 'x'.repeat(20));
    const body = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), '\ud800');
    const [only, ...others] = await entriesIn('updatePipe', { body });
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      code: 'invalid_format',
      message: expect.stringContaining('too long to repeat'),
    });
    expect(only.pointer).toMatch(/^(\/x{20})+$/);
    expect(only.pointer.length).toBeLessThanOrEqual(256);
  });

  test('does not include pairs of surrogates', async () => {
    const body = { ...requestExample('updatePipe'), name: 'drop \u{1f4a7}' };
    expect((await server.call('updatePipe', { body })).status).toBe(200);
  });
});
