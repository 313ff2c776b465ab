import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { CheckedServer } from './reference-server.ts';

export interface PassingRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** Parsed if it is JSON, and else undefined: it passes as it is then. */
  // biome-ignore lint/suspicious/noExplicitAny: faults change requests of every shape
  body: any;
}

export interface PassingAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: faults change answers of every shape
  body: any;
  /** Sent in place of the body. */
  text?: string;
  /** The connection is closed instead. */
  hangUp?: boolean;
}

/** What goes wrong on the way; each may change what passes in place. */
export interface Alteration {
  readonly request?: (request: PassingRequest) => void;
  readonly answer?: (answer: PassingAnswer, request: PassingRequest) => void;
}

/** A server that is the given one but for an alteration. It ends with the test. */
export async function alteredServer(
  { url, environment }: CheckedServer,
  { request: alterRequest = () => {}, answer: alterAnswer = () => {} }: Alteration,
): Promise<Pick<CheckedServer, 'url' | 'environment'>> {
  const proxy = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const sent = await buffer(incoming);
    const request: PassingRequest = {
      method,
      url: path,
      headers: { ...headers },
      body: parsed(sent.toString()),
    };
    const before = JSON.stringify(request.body);
    alterRequest(request);
    const after = JSON.stringify(request.body);
    const answer = await passedOn(url, request, before === after ? sent : Buffer.from(after));
    alterAnswer(answer, request);
    if (answer.hangUp === true) return void incoming.socket.destroy();
    for (const [name, value] of answer.headers)
      if (name !== 'content-length' && name !== 'transfer-encoding') outgoing.setHeader(name, value);
    outgoing.writeHead(answer.status).end(answer.text ?? JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, environment };
}

async function passedOn(url: string, request: PassingRequest, body: Buffer): Promise<PassingAnswer> {
  const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...sent } = request.headers;
  const { 'content-length': _length, ...headers } = sent;
  const response = await fetch(`${url}${request.url}`, {
    method: request.method,
    headers: headers as Record<string, string>,
    ...(body.length === 0 || request.method === 'GET' ? {} : { body: Buffer.from(body) }),
  });
  return { status: response.status, headers: new Headers(response.headers), body: await response.json() };
}

function parsed(body: string): PassingRequest['body'] {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
