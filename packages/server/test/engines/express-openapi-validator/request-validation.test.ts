import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
  const answer = await server.call(operationId, sent);
  expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
  expect(server.reached).toEqual([]);
  return answer.body.errors;
}

describe('a body that is required', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };
  const CHUNKED = { ...JSON_TYPE, 'transfer-encoding': 'chunked', 'content-length': undefined };

  it.each(WITH_BODY)('is missed by %s', async (operationId) => {
    const missing = [{ pointer: '', code: 'required', message: 'is required' }];
    expect(await entriesIn(operationId, {})).toEqual(missing);
    expect(await entriesIn(operationId, { headers: { ...JSON_TYPE, 'content-length': '0' } })).toEqual(
      missing,
    );
    expect(await entriesIn(operationId, { body: '', headers: CHUNKED })).toEqual(missing);
  });

  it('is one of all wrong places', async () => {
    const path = pathOf('updatePipe').replace(/[^/]+$/, 'none');
    const places = await entriesIn('updatePipe', { path, query: '?x=1' });
    expect(places).toEqual([
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

  it.each(LISTS)('is written in decimal digits for %s', async (operationId) => {
    for (const value of NONE) {
      const query = `?limit=${value}`;
      expect([query, await entriesIn(operationId, { query })]).toEqual([
        query,
        [{ parameter: 'limit', code: 'invalid_type', message: 'must be one whole number in decimal digits' }],
      ]);
    }
    expect((await server.call(operationId, { query: '?limit=007' })).status).toBe(200);
  });

  it('has its bounds checked, too', async () => {
    expect(await entriesIn('listPipes', { query: '?limit=-5' })).toEqual([
      expect.objectContaining({ parameter: 'limit', code: 'out_of_range' }),
    ]);
  });

  it('is one of all wrong places', async () => {
    expect(await entriesIn('listPipes', { query: `?limit=0x10&cursor=${'x'.repeat(513)}` })).toEqual([
      expect.objectContaining({ parameter: 'limit', code: 'invalid_type' }),
      expect.objectContaining({ parameter: 'cursor', code: 'invalid_length' }),
    ]);
  });
});

describe('a query that is no text', () => {
  it('is refused, because it would be changed in silence', async () => {
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
  const place = (pointer: string) => expect.objectContaining({ pointer, code: 'invalid_format' });

  it.each(WITH_BODY)('is refused by %s', async (operationId) => {
    const body = { ...requestExample(operationId), name: '\ud800x' };
    expect(await entriesIn(operationId, { body })).toEqual([place('/name')]);
  });

  it('is refused at any depth, and a name is told by its object', async () => {
    const body = { a: [{ 'b/c': 'x\udc00' }], d: { ok: 1, '\ud800': { more: '\ud800' } } };
    const places = await entriesIn('updatePipe', { body });
    expect(places).toHaveLength(2);
    expect(places).toEqual(expect.arrayContaining([place('/a/0/b~1c'), place('/d')]));
    for (const body of ['"\\ud800"', '"\\uDC00"', '["\\uD83d\\uDCa7", "\\udc00\\uD800"]'])
      expect((await entriesIn('updatePipe', { body }))[0]).toMatchObject({ code: 'invalid_format' });
    expect(await entriesIn('updatePipe', { body: '"\\ud800"' })).toEqual([place('')]);
    expect(await entriesIn('updatePipe', { body: { '\udfff': 1 } })).toEqual([place('')]);
  });

  it('is not repeated, and told in at most 50 places', async () => {
    const many = Array.from({ length: 80 }, () => ({ a: '\ud800', '\ud800': 1 }));
    const answer = await server.call('updatePipe', { body: { many } });
    expect(answer.body.errors).toHaveLength(50);
    expect(answer.text.isWellFormed()).toBe(true);
    expect(answer.text).not.toMatch(/\\ud[89a-f]/i);
  });

  it('is told by a pointer that is short', async () => {
    const names = Array.from({ length: 40 }, () => 'x'.repeat(20));
    const body = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), '\ud800');
    const [only, ...others] = await entriesIn('updatePipe', { body });
    expect(others).toEqual([]);
    expect(only).toMatchObject({ code: 'invalid_format', message: expect.stringContaining('further in') });
    expect(only.pointer).toMatch(/^(\/x{20})+$/);
    expect(only.pointer.length).toBeLessThanOrEqual(256);
  });

  it('is not mistaken for pairs of them', async () => {
    const body = { ...requestExample('updatePipe'), name: 'drop \u{1f4a7}' };
    expect((await server.call('updatePipe', { body })).status).toBe(200);
  });
});
