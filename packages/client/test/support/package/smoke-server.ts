import { readFileSync } from 'node:fs';
import { type ScriptedResponse, type ScriptedServer, startScriptedServer } from '../scripted-server.ts';

/** The result of `smoke` in a runtime without problems. */
export const SMOKE_RESULT = {
  created: 'p-1',
  listed: ['p-1', 'p-2'],
  attempts: 2,
  missing: [404, 'NotFoundError', true],
  redirected: 'unexpected_redirect',
  hanging: 'attempt_timed_out',
  aborted: 'enough',
  raw: 'raw',
};

const PROBLEM = { title: 'No', status: 404, code: 'resource_not_found', detail: 'There is none.' };
const BASIC = `Basic ${Buffer.from('key:пароль').toString('base64')}`;

/** Responds to the requests of `smoke`, and serves the files of a folder to browsers. */
export async function startSmokeServer(folder?: string): Promise<ScriptedServer> {
  let flaky = 0;
  return startScriptedServer(({ method, url, headers }): ScriptedResponse | undefined => {
    if (folder && /^\/(page\.html|bundle\.js)$/.test(url)) {
      const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
      return { headers: { 'content-type': type }, body: readFileSync(folder + url, 'utf8') };
    }
    const expected = url.startsWith('/v1') ? BASIC : 'Bearer token';
    if (headers.authorization !== expected) return { status: 401, body: { ...PROBLEM, status: 401 } };
    if (method === 'POST')
      return headers['idempotency-key'] ? { body: { result: { id: 'p-1' } } } : { status: 400 };
    if (url.endsWith('/pipes?limit=1')) return { body: { result: [{ id: 'p-1' }], nextCursor: 'a+b' } };
    if (url.endsWith('/pipes?limit=1&cursor=a%2Bb'))
      return { body: { result: [{ id: 'p-2' }], nextCursor: null } };
    if (url.endsWith('/flaky') && flaky++ === 0)
      return { status: 503, headers: { 'retry-after': '0' }, body: '' };
    if (url.endsWith('/missing')) return { status: 404, body: PROBLEM };
    if (url.endsWith('/redirected'))
      return { status: 302, headers: { location: '/api/v2/alerts/x' }, body: '' };
    if (url.endsWith('/hanging')) return undefined;
    return { body: { data: { id: url.split('/').at(-1) } } };
  });
}
