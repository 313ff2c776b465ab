import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlCommand } from '../../assets/lab/curl.js';

test('a shell passes the request to curl unchanged, with the credential of its environment', () => {
  const body = '{ "name": "it\'s $HOME `id` \\\\ \n \u00fc" }';
  const request = {
    method: 'PATCH',
    url: "http://127.0.0.1:8080/v1/pipes?name=a'b",
    path: '/v1/pipes',
    headers: [['If-Match', '"7"'] as const],
    body,
  };
  expect(argumentsOf(curlCommand(request, { surface: 'management' }))).toEqual([
    request.url,
    '--request',
    'PATCH',
    '--user',
    'key:secret',
    '--header',
    'If-Match: "7"',
    '--data-raw',
    body,
  ]);
});

test('a GET has a token and no method', () => {
  const request = { method: 'GET', url: 'http://h/api/v2/alerts', path: '', headers: [], body: undefined };
  expect(argumentsOf(curlCommand(request, { surface: 'observability' }))).toEqual([
    'http://h/api/v2/alerts',
    '--header',
    'Authorization: Bearer token',
  ]);
});

test('the secrets of the body are variables', () => {
  const body = {
    name: 'x',
    source: { kafka: { accessKey: { secretKey: "it's" } } },
    headers: { 'X-Key': 'k', n: 1 },
  };
  const request = { method: 'POST', url: 'http://h', path: '', headers: [], body: JSON.stringify(body) };
  const secrets = ['/source/kafka/accessKey/secretKey', '/headers/*'];
  const command = curlCommand(request, { surface: 'management', secrets });
  expect(command).not.toContain('it');
  const variables = { SOURCE_KAFKA_ACCESS_KEY_SECRET_KEY: "it's", HEADERS_X_KEY: 'k' };
  expect(JSON.parse(argumentsOf(command, variables).at(-1) ?? '')).toEqual(body);
});

test('the location of a secret can have escaped names', () => {
  const body = { headers: { 'a/b~c': 'k' } };
  const request = { method: 'POST', url: 'http://h', path: '', headers: [], body: JSON.stringify(body) };
  const command = curlCommand(request, { surface: 'management', secrets: ['/headers/a~1b~0c'] });
  expect(JSON.parse(argumentsOf(command, { HEADERS_A_B_C: 'secret' }).at(-1) ?? '')).toEqual({
    headers: { 'a/b~c': 'secret' },
  });
});

/** Returns the arguments that a shell gives to curl. */
function argumentsOf(command: string, variables: Readonly<Record<string, string>> = {}): string[] {
  const script = `curl() { for argument; do printf '%s\\0' "$argument"; done; }\n${command}`;
  const env = {
    PENSTOCK_KEY_ID: 'key',
    PENSTOCK_KEY_SECRET: 'secret',
    PENSTOCK_TOKEN: 'token',
    ...variables,
  };
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1);
}
