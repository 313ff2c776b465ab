import type { RequestBytes } from './connection.ts';
import { AUTHORIZATION } from './credentials.ts';
import { PIPE_ROUTE, pipeChange } from './pipes.ts';

const IDS = ['018f6d2a-0000-7b0e-9d3f-2f6a1c5e8b34', '0d1f7c3e-9b2a-4f64-8a57-c2b8f3f0de21'];

/** A path with a UUID in the place of each parameter, in the spelling of Express or of OpenAPI. */
export function pathWithIds(route: string): string {
  let place = 0;
  return route.replaceAll(/:\w+|\{\w+\}/g, () => IDS[place++ % IDS.length] as string);
}

/** A GET with UUID parameters, and a PATCH of about 2 kB. */
export const PIPE_REQUESTS = {
  GET: get(PIPE_ROUTE),
  PATCH: patch('application/json'),
} as const;

export type PipeRequest = keyof typeof PIPE_REQUESTS;

export function get(route: string): RequestBytes {
  return requestBytes('GET', pathWithIds(route), {});
}

/** The PATCH under any Content-Type. */
export function patch(contentType: string): RequestBytes {
  const headers = { 'Content-Type': contentType };
  return requestBytes('PATCH', pathWithIds(PIPE_ROUTE), headers, JSON.stringify(pipeChange()));
}

/** HTTP as it goes over the wire, with what every client sends. */
export function requestBytes(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): RequestBytes {
  const all = {
    Host: 'localhost',
    'User-Agent': 'penstock-bench',
    Accept: 'application/json',
    Authorization: AUTHORIZATION,
    ...headers,
    ...(body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
