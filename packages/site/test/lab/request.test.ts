import { expect, test } from 'vitest';
import { authorization, buildRequest } from '../../assets/lab/request.js';
import { form } from '../support/lab-form.ts';

const server = 'http://127.0.0.1:8080';

test('a request has the filled-in path, the query, the headers and the body', async () => {
  const request = buildRequest(
    form({
      path: '/api/v2/alerts/{alertId}',
      parameters: { alertId: 'path', name: 'query', tag: 'query', 'If-Match': 'header' },
    }),
    { parameters: { alertId: 'a/b ü', name: 'x & y', tag: '', 'If-Match': '"7"' }, body: '{}' },
    server,
  );
  expect(request).toEqual({
    method: 'PUT',
    url: `${server}/api/v2/alerts/a%2Fb%20%C3%BC?name=x+%26+y`,
    path: '/api/v2/alerts/a%2Fb%20%C3%BC',
    headers: [
      ['If-Match', '"7"'],
      ['Content-Type', 'application/json'],
    ],
    body: '{}',
  });
});

test.each(['', '.', '..'])(
  'the path parameter %j is not sent, because it leads to another path',
  (alertId) => {
    const one = form({ path: '/api/v2/alerts/{alertId}', parameters: { alertId: 'path' } });
    expect(() => buildRequest(one, { parameters: { alertId } }, server)).toThrow(
      /^alertId is .*enter (?:the|an) ID/,
    );
  },
);

test('credentials are sent as UTF-8, and only to their surface', () => {
  const management = { keyId: 'ключ', keySecret: 'p:ä' };
  expect(authorization('management', { management })).toBe(
    `Basic ${Buffer.from('ключ:p:ä', 'utf8').toString('base64')}`,
  );
  expect(authorization('observability', { management })).toBeUndefined();
  expect(authorization('observability', { observability: { token: 't' } })).toBe('Bearer t');
});
