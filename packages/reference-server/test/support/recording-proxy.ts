import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A recorded request with the status of its response. */
export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  /** The parsed JSON body; undefined without a body. */
  readonly body: unknown;
  readonly status: number;
}

/**
 * A proxy that records every request for one test, in the order of the responses. If the server has not implemented the
 * operation, the caller receives `example` instead of the 501, so that its code runs to the end.
 */
export async function recordingProxy(
  target: string,
  example: (method: string, path: string) => unknown,
): Promise<{ url: string; calls: RecordedCall[] }> {
  const calls: RecordedCall[] = [];
  const proxy = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const sent = await text(request);
    const received = await fetch(target + path, {
      method,
      headers: endToEnd(headers),
      ...(sent === '' ? {} : { body: sent }),
    });
    const body = sent === '' ? undefined : JSON.parse(sent);
    calls.push({ method, path, authorization: headers.authorization, body, status: received.status });
    if (received.status === 501) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(example(method, path)));
      return;
    }
    const contentType = received.headers.get('content-type') ?? '';
    response.writeHead(received.status, { 'content-type': contentType }).end(await received.text());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, calls };
}

function endToEnd({
  authorization,
  'content-type': contentType,
}: IncomingHttpHeaders): Record<string, string> {
  return {
    ...(authorization === undefined ? {} : { authorization }),
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
  };
}
