import { MAX_DEPTH } from '@penstock/contract/requests';
import express from 'express';
import {
  type Arbitrary,
  array,
  assert,
  constantFrom,
  jsonValue,
  letrec,
  oneof,
  property,
  string,
  tuple,
  uniqueArray,
} from 'fast-check';

import { describe, expect, test } from 'vitest';
import { ProblemError } from '../../src/problems/problem.ts';
import { parseBody } from '../../src/requests/json-body.ts';
import { contractOfPaths, requestExample } from '../support/examples.ts';
import { serverWith, startServer, useEngine } from '../support/harness.ts';

// These tests do not depend on the engine; this one starts faster.
useEngine('compiled');

/** The JSON that the server accepts (D-15). Hostile JSON is in hostile-input.test.ts. */

async function rejectionOf(body: string) {
  const server = await serverWith();
  const response = await server.call('updatePipe', { body });
  expect(response.status).toBe(400);
  expect(server.reached).toEqual([]);
  const entries = response.body.errors?.map(({ pointer, code }: { pointer: string; code: string }) => [
    pointer,
    code,
  ]);
  return { code: response.body.code, detail: response.body.detail, entries, text: response.text };
}

const nested = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);

describe('the depth of a body', () => {
  test('is 64 levels, of objects and arrays together', async () => {
    for (const allowed of [nested(MAX_DEPTH), '{"a":['.repeat(32) + ']}'.repeat(32)])
      expect((await rejectionOf(allowed)).code).toBe('validation_failed');
    for (const tooDeep of [nested(MAX_DEPTH + 1), '{"a":['.repeat(33) + ']}'.repeat(33)])
      expect(await rejectionOf(tooDeep)).toMatchObject({
        code: 'malformed_json',
        detail: expect.stringContaining('64 levels'),
      });
  });

  test('does not count siblings, or brackets in strings', async () => {
    const server = await serverWith();
    const body = { ...requestExample('updatePipe'), name: `"\\${'[{'.repeat(100)}` };
    expect((await server.call('updatePipe', { body })).status).toBe(200);
    expect((await rejectionOf(`[${'[],'.repeat(100)}{}]`)).code).toBe('validation_failed');
  });
});

describe('a name', () => {
  test.each([
    ['{"name":"a","name":"b"}', [['/name', 'already_exists']]],
    ['{"name":"a","\\u006eame":"b"}', [['/name', 'already_exists']]],
    ['{"name":"a","name":"a","name":"a"}', [['/name', 'already_exists']]],
    ['{"a":[1,{"b":{}},{"b/c":1,"b/c":2}]}', [['/a/2/b~1c', 'already_exists']]],
    [
      '{"a":{"b":"}\\",{"},"a":{"b":1,"b":2}}',
      [
        ['/a', 'already_exists'],
        ['/a/b', 'already_exists'],
      ],
    ],
    ['{"":1,"":2}', [['/', 'already_exists']]],
    [
      '{"a":{"\\ud800":{"b":1,"b":2}},"a":1}',
      [
        ['/a/\ufffd/b', 'already_exists'],
        ['/a', 'already_exists'],
      ],
    ],
  ])('is unique in its object: %s', async (body, entries) => {
    expect((await rejectionOf(body)).entries).toEqual(entries);
  });

  test.each(['{"__proto__":{"isAdmin":true}}', '{"a":[{"\\u005f_proto__":1}]}', '[{"__proto__":null}]'])(
    'is never __proto__: %s',
    async (body) => {
      const { entries } = await rejectionOf(body);
      expect(entries).toEqual([[expect.stringMatching(/\/__proto__$/), 'unknown_property']]);
      expect(Object.prototype).not.toHaveProperty('isAdmin');
    },
  );

  test('is never __proto__ where names are free, either', async () => {
    const body = JSON.stringify(requestExample('createWebhook')).replace(
      '"headers":{',
      '"headers":{"__proto__":"x",',
    );
    expect(body).toContain('__proto__');
    expect(() => parseBody(Buffer.from(body))).toThrow(ProblemError);
  });
});

describe('a value', () => {
  test.each([
    ['{"a":1e400}', [['/a', 'out_of_range']]],
    ['{"a":[0,-1e400]}', [['/a/1', 'out_of_range']]],
    [`{"a":${'9'.repeat(400)}}`, [['/a', 'out_of_range']]],
    ['1e400', [['', 'out_of_range']]],
    ['{"a":"x\\u0000"}', [['/a', 'invalid_format']]],
    ['{"a":{"\\u0000":1}}', [['/a', 'invalid_format']]],
    ['"\\u0000"', [['', 'invalid_format']]],
    [
      '{"a":"\\ud800","a":1e400}',
      [
        ['/a', 'already_exists'],
        ['/a', 'out_of_range'],
      ],
    ],
  ])('is one that no JSON parser changes: %s', async (body, entries) => {
    const rejection = await rejectionOf(body);
    expect(rejection.entries).toEqual(entries);
    expect(rejection.text).not.toContain('\\u0000');
  });

  test('is reported at most 50 times', async () => {
    const many = Array.from({ length: 80 }, (_, index) => `"a${index}":1e400`).join();
    expect((await rejectionOf(`{${many}}`)).entries).toHaveLength(50);
    expect((await rejectionOf(`{${many},${many}}`)).entries).toHaveLength(50);
  });
});

describe('a body that something else has read before', () => {
  test('is not accepted unchecked: the log explains what to do', async () => {
    const server = await startServer({
      contract: contractOfPaths('updatePipe'),
      mount: (app) => express().use(express.json()).use(app),
    });
    const response = await server.call('updatePipe', { body: requestExample('updatePipe') });
    expect([response.status, response.body.code]).toEqual([500, 'internal_error']);
    expect(server.lines).toMatchObject([
      { level: 'error', message: expect.stringContaining('Mount this app before') },
    ]);
    expect(server.reached).toEqual([]);
  });
});

describe('the encoding of a body', () => {
  test('is UTF-8, with or without a byte order mark', async () => {
    const server = await serverWith();
    const text = JSON.stringify({ ...requestExample('updatePipe'), name: 'Grüße \u{1f4a7}' });
    for (const body of [text, `\ufeff${text}`])
      expect((await server.call('updatePipe', { body })).status).toBe(200);
    for (const wrong of [
      Buffer.from(text, 'utf16le'),
      Buffer.from(text, 'latin1'),
      Buffer.from([0x22, 0xc0, 0x80, 0x22]),
    ])
      expect((await server.call('updatePipe', { body: wrong })).body.code).toBe('malformed_json');
  });
});

/** JSON text with the freedom that writers have: space, escapes, exponents, any order. Names are unique. */
function writtenFreely(): Arbitrary<string> {
  const space = constantFrom('', ' ', '\n\t');
  const name = string({ unit: 'grapheme', maxLength: 4 }).filter((candidate) => candidate !== '__proto__');
  const quoted = (text: string) => JSON.stringify(text).replaceAll('a', '\\u0061');
  const sound = (text: string) => !text.includes('\0');
  const { value } = letrec<{ value: string }>((tie) => ({
    value: oneof(
      { depthSize: 'small', withCrossShrink: true },
      constantFrom('null', 'true', '-0', '1E+2', '12.50', '"\\\\"', '"\\"{"', '"\\u00e9"'),
      name.filter(sound).map(quoted),
      tuple(space, array(tie('value'), { maxLength: 4 })).map(
        ([gap, items]) => `[${gap}${items.join(`${gap},`)}${gap}]`,
      ),
      tuple(
        space,
        uniqueArray(tuple(name.filter(sound), tie('value')), { maxLength: 4, selector: ([key]) => key }),
      ).map(
        ([gap, members]) =>
          `{${gap}${members.map(([key, member]) => `${quoted(key)}${gap}:${member}`).join(`,${gap}`)}}`,
      ),
    ),
  }));
  return value;
}

describe('every sound document', () => {
  test('is read as JSON.parse reads it', () => {
    assert(
      property(writtenFreely(), (text) => {
        expect(parseBody(Buffer.from(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  test('is rejected as soon as one of its names is repeated', () => {
    assert(
      property(writtenFreely(), jsonValue(), constantFrom('a', 'é', ''), (text, other, name) => {
        const key = JSON.stringify(name);
        const body = `{"before":${text},${key}:${JSON.stringify(other)},"after":[${text}],${key}:${text}}`;
        expect(() => parseBody(Buffer.from(body))).toThrow(
          expect.objectContaining({
            code: 'validation_failed',
            errors: expect.arrayContaining([
              expect.objectContaining({ pointer: `/${name}`, code: 'already_exists' }),
            ]),
          }),
        );
      }),
    );
  });
});
