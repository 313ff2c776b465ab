import { request } from 'node:http';
import { validators } from '@penstock/contract/validators';
import type { ParityRequest } from './requests.ts';

/** One of the two servers. */
export interface Side {
  readonly url: string;
  /** Values of path parameters. */
  readonly pathValues: Readonly<Record<string, string>>;
  /** A valid credential. */
  readonly authorization: string;
}

/** The compared parts of a response, each as text. */
export interface ComparedResponse {
  readonly status: string;
  readonly 'media type': string;
  readonly code: string;
  /** The locations in `errors`, each once, sorted. */
  readonly errors: string;
  /** The members of the body, and whether each is an object, an array or a value. */
  readonly shape: string;
  /** The violations of the contract. */
  readonly contract: string;
  /** The names of the headers. */
  readonly headers: readonly string[];
}

/** Sends a request to one of the servers. */
export async function responseOf(sent: ParityRequest, side: Side): Promise<ComparedResponse> {
  const { status, headers, text } = await send(sent, side);
  const mediaType = headers['content-type'] ?? 'none';
  const body: unknown = /json/.test(mediaType) && text !== '' ? JSON.parse(text) : undefined;
  const { code, errors = [] } = (body ?? {}) as { code?: string; errors?: Entry[] };
  const validate = validators[sent.operationId].responses[status];
  const violations = body === undefined ? [] : (validate?.(body) ?? []);
  return {
    status: String(status),
    'media type': mediaType,
    code: code ?? 'none',
    errors: distinct(errors.map(({ pointer, parameter, code: error }) => `${parameter ?? pointer} ${error}`)),
    shape: shapeOf(body),
    contract: violations.map(({ pointer, message }) => `${pointer} ${message}`).join(', ') || 'no violation',
    headers: Object.keys(headers).filter((name) => !CONNECTION_HEADERS.has(name)),
  };
}

interface Entry {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: string;
}

/** These depend on the HTTP server, not on the API. */
const CONNECTION_HEADERS = new Set([
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

/** Uses Node's own client, because `fetch` does not send half of these requests. */
function send(
  { method, path, query, headers, authorization, body }: ParityRequest,
  side: Side,
): Promise<Received> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => side.pathValues[name] ?? name);
  const credential = authorization === undefined ? side.authorization : authorization;
  const allHeaders = {
    ...headers,
    ...(credential === null ? {} : { authorization: latin1(credential) }),
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
  const present = Object.entries(allHeaders).filter(([, value]) => value !== '');
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

function distinct(entries: readonly string[]): string {
  return [...new Set(entries)].sort().join(', ') || 'none';
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
