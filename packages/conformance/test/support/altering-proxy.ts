import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { CheckedServer } from './reference-server.ts';

/** A request on its way to the server. */
export interface PassingRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** The parsed JSON; undefined for other bodies, which pass unchanged. */
  // biome-ignore lint/suspicious/noExplicitAny: defects change requests of every shape
  body: any;
}

/** A response on its way to the kit. */
export interface PassingResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: defects change responses of every shape
  body: any;
  /** Sent instead of the body. */
  text?: string;
  /** Closes the connection instead. */
  hangUp?: boolean;
}

/** Functions that change the requests and responses that pass through. */
export interface Alteration {
  readonly request?: (request: PassingRequest) => void;
  readonly response?: (response: PassingResponse, request: PassingRequest) => void;
}

/** Starts a proxy that alters the traffic of a server. It stops at the end of the test. */
export async function alteredServer(
  { url, environment }: CheckedServer,
  { request: alterRequest = () => {}, response: alterResponse = () => {} }: Alteration,
): Promise<Pick<CheckedServer, 'url' | 'environment'>> {
  // A connection that is closed while it is idle would fail the next request.
  const proxy = createServer({ keepAliveTimeout: 0 }, async (incoming, outgoing) => {
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
    const response = await passedOn(url, request, before === after ? sent : Buffer.from(after));
    alterResponse(response, request);
    if (response.hangUp === true) return void incoming.socket.destroy();
    for (const [name, value] of response.headers)
      if (name !== 'content-length' && name !== 'transfer-encoding') outgoing.setHeader(name, value);
    outgoing.writeHead(response.status).end(response.text ?? JSON.stringify(response.body));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, environment };
}

async function passedOn(url: string, request: PassingRequest, body: Buffer): Promise<PassingResponse> {
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
