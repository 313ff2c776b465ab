import { request } from 'node:http';
import { validators } from '@penstock/contract/validators';
import type { ParityRequest } from './requests.ts';

/** One of the two servers, as the suite speaks to it. */
export interface Side {
  readonly url: string;
  /** Values of path parameters. */
  readonly pathValues: Readonly<Record<string, string>>;
  /** A credential that it knows. */
  readonly authorization: string;
}

/** What is compared of an answer; each part as text. */
export interface ComparedAnswer {
  readonly status: string;
  readonly 'media type': string;
  readonly code: string;
  /** Each place that `errors` names, once, in the order of the alphabet. */
  readonly errors: string;
  /** The members of the body, and whether each is an object, an array or a value. */
  readonly shape: string;
  /** What the contract has against it. */
  readonly contract: string;
  /** Names of the header fields. */
  readonly headers: readonly string[];
}

export async function answerOf(sent: ParityRequest, side: Side): Promise<ComparedAnswer> {
  const { status, headers, text } = await send(sent, side);
  const mediaType = headers['content-type'] ?? 'none';
  const body: unknown = /json/.test(mediaType) && text !== '' ? JSON.parse(text) : undefined;
  const { code, errors = [] } = (body ?? {}) as { code?: string; errors?: Place[] };
  const validate = validators[sent.operationId].responses[status];
  const faults = body === undefined ? [] : (validate?.(body) ?? []);
  return {
    status: String(status),
    'media type': mediaType,
    code: code ?? 'none',
    errors: distinct(errors.map(({ pointer, parameter, code: what }) => `${parameter ?? pointer} ${what}`)),
    shape: shapeOf(body),
    contract: faults.map(({ pointer, message }) => `${pointer} ${message}`).join(', ') || 'kept',
    headers: Object.keys(headers).filter((name) => !OF_THE_CONNECTION.has(name)),
  };
}

interface Place {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: string;
}

/** Every HTTP server has these for reasons of its own. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** Not fetch, which refuses to send half of this. */
function send(
  { method, path, query, headers, authorization, body }: ParityRequest,
  side: Side,
): Promise<Received> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => side.pathValues[name] ?? name);
  const credential = authorization === undefined ? side.authorization : authorization;
  const given = {
    ...headers,
    ...(credential === null ? {} : { authorization: latin1(credential) }),
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
  const present = Object.entries(given).filter(([, value]) => value !== '');
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(side.url);
    const options = { hostname, port, path: filled + query, method, headers: Object.fromEntries(present) };
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const { statusCode: status = 0, headers: fields } = response;
        resolve({ status, headers: fields as Received['headers'], text: Buffer.concat(chunks).toString() });
      });
    });
    sent.once('error', reject).end(body);
  });
}

/** Node sends header values as Latin-1. */
function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function distinct(places: readonly string[]): string {
  return [...new Set(places)].sort().join(', ') || 'none';
}

function shapeOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return kindOf(body);
  const members = Object.entries(body).map(([name, value]) => `${name}: ${kindOf(value)}`);
  return `{ ${members.sort().join(', ')} }`;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object' && value !== null) return 'object';
  return value === undefined ? 'none' : 'value';
}
