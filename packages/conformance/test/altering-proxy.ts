import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { CheckedServer } from './reference-server.ts';

export interface PassingRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface PassingAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: faults change answers of every shape
  body: any;
}

/** What goes wrong on the way; each may change what passes in place. */
export interface Alteration {
  readonly request?: (request: PassingRequest) => unknown;
  readonly answer?: (answer: PassingAnswer, request: PassingRequest) => unknown;
}

/** A server that is the given one but for an alteration. It ends with the test. */
export async function alteredServer(
  { url, environment }: CheckedServer,
  { request: alterRequest = () => {}, answer: alterAnswer = () => {} }: Alteration,
): Promise<Pick<CheckedServer, 'url' | 'environment'>> {
  const proxy = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const body = await buffer(incoming);
    const request = { method, url: path, headers: { ...headers }, body };
    alterRequest(request);
    const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...sent } = request.headers;
    const response = await fetch(`${url}${request.url}`, {
      method: request.method,
      headers: sent as Record<string, string>,
      ...(body.length === 0 || request.method === 'GET' ? {} : { body }),
    });
    const answer = { status: response.status, body: await response.json() };
    alterAnswer(answer, request);
    for (const [name, value] of response.headers)
      if (name !== 'content-length' && name !== 'transfer-encoding') outgoing.setHeader(name, value);
    outgoing.writeHead(answer.status).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, environment };
}
