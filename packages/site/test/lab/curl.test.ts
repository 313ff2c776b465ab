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
  expect(argumentsOf(curlCommand(request, 'management'))).toEqual([
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
  expect(argumentsOf(curlCommand(request, 'observability'))).toEqual([
    'http://h/api/v2/alerts',
    '--header',
    'Authorization: Bearer token',
  ]);
});

/** Returns the arguments that a shell gives to curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for argument; do printf '%s\\0' "$argument"; done; }\n${command}`;
  const env = { PENSTOCK_KEY_ID: 'key', PENSTOCK_KEY_SECRET: 'secret', PENSTOCK_TOKEN: 'token' };
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1);
}
