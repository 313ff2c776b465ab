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

import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../src/problems/problem.ts';
import { parseBody } from '../../src/requests/json-body.ts';
import { contractOfPaths, requestExample } from '../support/examples.ts';
import { serverWith, startServer } from '../support/harness.ts';

/** Which JSON the server reads (D-15). Here, that is all that is told; the hostile rest is in hostile-input.test.ts. */

async function refusalOf(body: string) {
  const server = await serverWith();
  const answer = await server.call('updatePipe', { body });
  expect(answer.status).toBe(400);
  expect(server.reached).toEqual([]);
  const places = answer.body.errors?.map(({ pointer, code }: { pointer: string; code: string }) => [
    pointer,
    code,
  ]);
  return { code: answer.body.code, detail: answer.body.detail, places, text: answer.text };
}

const nested = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);

describe('the depth of a body', () => {
  it('is 64 levels, of objects and arrays together', async () => {
    for (const allowed of [nested(MAX_DEPTH), '{"a":['.repeat(32) + ']}'.repeat(32)])
      expect((await refusalOf(allowed)).code).toBe('validation_failed');
    for (const tooDeep of [nested(MAX_DEPTH + 1), '{"a":['.repeat(33) + ']}'.repeat(33)])
      expect(await refusalOf(tooDeep)).toMatchObject({
        code: 'malformed_json',
        detail: expect.stringContaining('64 levels'),
      });
  });

  it('is not what stands beside each other, or in text', async () => {
    const server = await serverWith();
    const body = { ...requestExample('updatePipe'), name: `"\\${'[{'.repeat(100)}` };
    expect((await server.call('updatePipe', { body })).status).toBe(200);
    expect((await refusalOf(`[${'[],'.repeat(100)}{}]`)).code).toBe('validation_failed');
  });
});

describe('a name', () => {
  it.each([
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
  ])('stands once in its object: %s', async (body, places) => {
    expect((await refusalOf(body)).places).toEqual(places);
  });

  it.each(['{"__proto__":{"isAdmin":true}}', '{"a":[{"\\u005f_proto__":1}]}', '[{"__proto__":null}]'])(
    'is never __proto__: %s',
    async (body) => {
      const { places } = await refusalOf(body);
      expect(places).toEqual([[expect.stringMatching(/\/__proto__$/), 'unknown_property']]);
      expect(Object.prototype).not.toHaveProperty('isAdmin');
    },
  );

  it('is never __proto__ where names are free, either', async () => {
    const body = JSON.stringify(requestExample('createWebhook')).replace(
      '"headers":{',
      '"headers":{"__proto__":"x",',
    );
    expect(body).toContain('__proto__');
    expect(() => parseBody(Buffer.from(body))).toThrow(ProblemError);
  });
});

describe('a value', () => {
  it.each([
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
  ])('is one that nobody would change: %s', async (body, places) => {
    const startError = await refusalOf(body);
    expect(startError.places).toEqual(places);
    expect(startError.text).not.toContain('\\u0000');
  });

  it('is told in at most 50 places', async () => {
    const many = Array.from({ length: 80 }, (_, index) => `"a${index}":1e400`).join();
    expect((await refusalOf(`{${many}}`)).places).toHaveLength(50);
    expect((await refusalOf(`{${many},${many}}`)).places).toHaveLength(50);
  });
});

describe('a body that something else has read before', () => {
  it('is not taken unchecked: the log says what to do', async () => {
    const server = await startServer({
      contract: contractOfPaths('updatePipe'),
      mount: (app) => express().use(express.json()).use(app),
    });
    const answer = await server.call('updatePipe', { body: requestExample('updatePipe') });
    expect([answer.status, answer.body.code]).toEqual([500, 'internal_error']);
    expect(server.lines).toMatchObject([
      { level: 'error', message: expect.stringContaining('Mount it in front') },
    ]);
    expect(server.reached).toEqual([]);
  });
});

describe('the encoding of a body', () => {
  it('is UTF-8, with or without a byte order mark', async () => {
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
  it('is read as JSON.parse reads it', () => {
    assert(
      property(writtenFreely(), (text) => {
        expect(parseBody(Buffer.from(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is refused as soon as one name of it stands twice', () => {
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
