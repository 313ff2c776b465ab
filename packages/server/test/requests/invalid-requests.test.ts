import { BODY_LIMIT_BYTES } from '@penstock/contract/requests';
import { describe, expect, test } from 'vitest';
import { allowOf, operation, otherMethods, pathOf, requestExample } from '../support/examples.ts';
import { basic, credentialFor, type Sent, serverWith, type TestServer } from '../support/harness.ts';

/** One operation with a body and one without, on each surface. */
const SURFACES = [
  {
    surface: 'management',
    write: 'createPipe',
    read: 'getPipe',
    challenge: 'Basic realm="penstock", charset="UTF-8"',
  },
  { surface: 'observability', write: 'createAlert', read: 'getAlert', challenge: 'Bearer realm="penstock"' },
] as const;

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe.each(SURFACES)('invalid input on $surface', ({ surface, write, read, challenge }) => {
  async function rejected(server: TestServer, operationId: string, sent: Sent, status: number, code: string) {
    const response = await server.call(operationId, sent);
    expect(response.body).toMatchObject({
      type: `urn:penstock:problem:${code}`,
      status,
      code,
      title: expect.any(String),
      detail: expect.any(String),
      instance: `urn:uuid:${response.headers['x-request-id']}`,
      requestId: response.headers['x-request-id'],
    });
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect(response.headers['x-request-id']).toMatch(UUID_V4);
    expect(server.reached).toEqual([]);
    return response;
  }

  test('rejects every invalid credential with the same 401', async () => {
    const server = await serverWith();
    const wrong = [
      undefined,
      '',
      'Digest username="a"',
      surface === 'management' ? credentialFor('observability') : credentialFor('management'),
      surface === 'management' ? basic('key-1', 'wrong') : 'Bearer wrong',
      surface === 'management' ? 'Basic' : 'Bearer',
      surface === 'management' ? 'Basic %%%' : 'Bearer a b',
      surface === 'management' ? `Basic ${Buffer.from('no colon').toString('base64')}` : 'Bearer {}',
    ];
    const bodies = new Set<string>();
    for (const authorization of wrong) {
      const response = await rejected(server, read, { headers: { authorization } }, 401, 'unauthenticated');
      expect(response.headers['www-authenticate']).toBe(challenge);
      bodies.add(response.text.replaceAll(response.body.requestId, ''));
    }
    expect(bodies.size).toBe(1);
  });

  test('authenticates before it reads the body', async () => {
    const server = await serverWith();
    const sent = { body: 'not json', headers: { authorization: undefined, 'content-type': 'text/plain' } };
    await rejected(server, write, sent, 401, 'unauthenticated');
  });

  test('reports an unknown property', async () => {
    const body = { ...requestExample(write), colour: 'red' };
    const response = await rejected(await serverWith(), write, { body }, 400, 'validation_failed');
    expect(response.body.errors).toEqual([
      {
        pointer: '/colour',
        code: 'unknown_property',
        message: 'is not a property of this object; remove it',
      },
    ]);
    expect(response.text).not.toContain('red');
  });

  test('reports a value of the wrong type, and at null', async () => {
    const server = await serverWith();
    for (const name of [5, null, ['a']]) {
      const body = { ...requestExample(write), name };
      const response = await rejected(server, write, { body }, 400, 'validation_failed');
      expect(response.body.errors).toEqual([
        expect.objectContaining({ pointer: '/name', code: 'invalid_type' }),
      ]);
    }
  });

  test('reports what is missing', async () => {
    const { name: _name, threshold: _threshold, ...body } = requestExample(write);
    const response = await rejected(await serverWith(), write, { body }, 400, 'validation_failed');
    const pointer = surface === 'management' ? '/name' : '/threshold';
    expect(response.body.errors).toEqual([{ pointer, code: 'required', message: 'is required' }]);
  });

  test('reports the whole body if it is not an object or absent', async () => {
    const server = await serverWith();
    for (const body of ['null', '5', '"a"', '[]', 'true']) {
      const response = await rejected(server, write, { body }, 400, 'validation_failed');
      expect(response.body.errors).toEqual([expect.objectContaining({ pointer: '', code: 'invalid_type' })]);
    }
    for (const headers of [{}, { 'content-type': 'application/json', 'content-length': '0' }]) {
      const response = await rejected(server, write, { headers }, 400, 'validation_failed');
      expect(response.body.errors).toEqual([{ pointer: '', code: 'required', message: 'is required' }]);
    }
  });

  test('treats an empty chunked body as absent', async () => {
    const server = await serverWith();
    const headers = {
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
      'content-length': undefined,
    };
    const response = await rejected(server, write, { body: '', headers }, 400, 'validation_failed');
    expect(response.body.errors).toEqual([{ pointer: '', code: 'required', message: 'is required' }]);
  });

  test('reports a path parameter', async () => {
    const path = pathOf(read).replace(/[^/]+$/, '~not~an~id~');
    const response = await rejected(await serverWith(), read, { path }, 400, 'validation_failed');
    const entry =
      surface === 'management'
        ? { parameter: 'pipeId', code: 'invalid_format' }
        : { parameter: 'alertId', code: 'invalid_pattern' };
    expect(response.body.errors).toEqual([expect.objectContaining(entry)]);
  });

  test('rejects a path that is not percent-encoded', async () => {
    const path = pathOf(read).replace(/[^/]+$/, '%zz');
    await rejected(await serverWith(), read, { path }, 400, 'validation_failed');
  });

  test('rejects an unknown query parameter, and never repeats its value', async () => {
    const server = await serverWith();
    for (const query of [
      '?verbose=hunter2',
      '?verbose',
      '?verbose[a]=hunter2',
      '?[verbose]=hunter2',
      '?__proto__[a]=b',
    ]) {
      const response = await rejected(server, read, { query }, 400, 'validation_failed');
      expect(response.body.errors).toEqual([expect.objectContaining({ code: 'unknown_parameter' })]);
      expect(response.text).not.toContain('hunter2');
    }
    const response = await rejected(
      server,
      read,
      { query: `?${'x'.repeat(5000)}=1` },
      400,
      'validation_failed',
    );
    expect(response.text.length).toBeLessThan(1000);
  });

  test('rejects bodies that are not JSON or not UTF-8', async () => {
    const server = await serverWith();
    const secret = '{"password":"hunter2",';
    for (const body of ['{', secret, '{"a":}', '\u{1}', Buffer.from([0x22, 0xff, 0x22])]) {
      const response = await rejected(server, write, { body }, 400, 'malformed_json');
      expect(response.body.errors).toBeUndefined();
      expect(response.text).not.toContain('hunter2');
    }
    expect(JSON.stringify(server.lines)).not.toContain('hunter2');
  });

  test('accepts 1 MiB and not a byte more', async () => {
    const server = await serverWith();
    const filled = (bytes: number) => JSON.stringify(requestExample(write)).padEnd(bytes, ' ');
    await rejected(server, write, { body: filled(BODY_LIMIT_BYTES + 1) }, 413, 'body_too_large');
    const chunked = { 'content-length': undefined, 'transfer-encoding': 'chunked' };
    const tooLarge = { body: filled(BODY_LIMIT_BYTES + 1), headers: chunked };
    await rejected(server, write, tooLarge, 413, 'body_too_large');
    expect((await server.call(write, { body: filled(BODY_LIMIT_BYTES) })).status).toBe(200);
  });

  test('rejects every other media type', async () => {
    const server = await serverWith();
    const types = [
      undefined,
      'text/plain',
      'application/xml',
      'application/merge-patch+json',
      'application/json; charset=latin1',
      'application/json; charset=utf-8; profile=x',
      'application/json, text/plain',
    ];
    for (const type of types) {
      const sent = { body: JSON.stringify(requestExample(write)), headers: { 'content-type': type } };
      await rejected(server, write, sent, 415, 'unsupported_media_type');
    }
    const encoded = { body: requestExample(write), headers: { 'content-encoding': 'gzip' } };
    await rejected(server, write, encoded, 415, 'unsupported_media_type');
  });

  test('accepts the spellings of application/json', async () => {
    const server = await serverWith();
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
    ]) {
      const sent = { body: JSON.stringify(requestExample(write)), headers: { 'content-type': type } };
      expect((await server.call(write, sent)).status).toBe(200);
    }
  });

  test('rejects other paths, letter cases and trailing slashes', async () => {
    const server = await serverWith();
    for (const path of [
      '/',
      '/v1',
      '/api/v2',
      `${pathOf(read)}/`,
      `${pathOf(read)}/x`,
      pathOf(read).replace(/[^/]+$/, ''),
      pathOf(read).toUpperCase(),
    ]) {
      await rejected(server, read, { path }, 404, 'path_not_found');
    }
  });

  test('names the methods of a path', async () => {
    const server = await serverWith();
    expect(otherMethods(read).length).toBeGreaterThan(1);
    for (const method of otherMethods(read)) {
      const response = await rejected(server, read, { method }, 405, 'method_not_allowed');
      expect(response.headers.allow).toBe(allowOf(read));
    }
  });
});

describe('invalid input that only some operations can receive', () => {
  test('rejects an empty PATCH', async () => {
    const server = await serverWith();
    const response = await server.call('updatePipe', { body: {} });
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([expect.objectContaining({ pointer: '', code: 'invalid_length' })]);
    expect(server.reached).toEqual([]);
  });

  test('reports an unknown enum value and lists the known ones', async () => {
    const server = await serverWith();
    const response = await server.call('updatePipeState', { body: { command: 'explode' } });
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([
      { pointer: '/command', code: 'invalid_enum', message: expect.stringContaining('start') },
    ]);
    expect(response.text).not.toContain('explode');
  });

  test('reports every error of a body, at most 50', async () => {
    const server = await serverWith();
    const body = {
      ...requestExample('createAlert'),
      threshold: 'x',
      thresholdType: 'sideways',
      interval: '5y',
      extra: 1,
    };
    const response = await server.call('createAlert', { body });
    const entries = response.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [
      pointer,
      code,
    ]);
    expect(entries.sort()).toEqual([
      ['/extra', 'unknown_property'],
      ['/interval', 'invalid_pattern'],
      ['/threshold', 'invalid_type'],
      ['/thresholdType', 'invalid_enum'],
    ]);
    const unknown = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`x${index}`, 1]));
    const many = await server.call('createAlert', { body: { ...requestExample('createAlert'), ...unknown } });
    expect(many.body.errors).toHaveLength(50);
  });

  test('escapes and truncates names in pointers', async () => {
    const server = await serverWith();
    const hostile = { 'a/b': 1, '~': 1, '': 1, ['x'.repeat(5000)]: 1 };
    const response = await server.call('updatePipe', { body: { name: 'a', ...hostile } });
    const pointers = response.body.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers.sort()).toEqual(['', '/', '/a~1b', '/~0']);
    expect(response.text.length).toBeLessThan(2000);
  });

  test('checks query parameters and names them', async () => {
    const server = await serverWith();
    const cases: [string, string, string][] = [
      ['?limit=0', 'limit', 'out_of_range'],
      ['?limit=1001', 'limit', 'out_of_range'],
      ['?limit=ten', 'limit', 'invalid_type'],
      ['?limit=1.5', 'limit', 'invalid_type'],
      ['?cursor=', 'cursor', 'invalid_length'],
      ['?limit=1&limit=2', 'limit', 'invalid_type'],
      ['?limit=1&limit=1', 'limit', 'invalid_type'],
      ['?cursor=a&cursor=b', 'cursor', 'invalid_type'],
      ['?cursor=a&cursor=a', 'cursor', 'invalid_type'],
      ['?limit[a]=1', 'limit[a]', 'unknown_parameter'],
      [`?cursor=${'x'.repeat(513)}`, 'cursor', 'invalid_length'],
    ];
    for (const [query, parameter, code] of cases) {
      const response = await server.call('listStackDashboards', { query });
      expect([response.status, query]).toEqual([400, query]);
      expect(response.body.errors).toEqual([expect.objectContaining({ parameter, code })]);
    }
  });

  test('checks header parameters and names them as the contract does', async () => {
    const server = await serverWith();
    const headers = { 'idempotency-key': 'x'.repeat(256) };
    const response = await server.call('createPipe', { body: requestExample('createPipe'), headers });
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([
      expect.objectContaining({ parameter: 'Idempotency-Key', code: 'invalid_length' }),
    ]);
    const spaced = { 'idempotency-key': 'a b' };
    const patterned = await server.call('createPipe', {
      body: requestExample('createPipe'),
      headers: spaced,
    });
    expect(patterned.body.errors).toEqual([
      expect.objectContaining({ parameter: 'Idempotency-Key', code: 'invalid_pattern' }),
    ]);
  });

  test('ignores the media type if the operation takes no body', async () => {
    const server = await serverWith();
    const headers = { 'content-type': 'text/plain; x=y' };
    expect((await server.call('getPipe', { headers })).status).toBe(200);
    expect(operation('getPipe').requestBody).toBe('none');
  });
});
