import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A call that went through, and how it was answered. */
export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  /** What the JSON of the body says; undefined if there was none. */
  readonly body: unknown;
  readonly status: number;
}

/** Stands before a server for one test and writes down every call, in the order of their answers. */
export async function recordingProxy(target: string): Promise<{ url: string; calls: RecordedCall[] }> {
  const calls: RecordedCall[] = [];
  const proxy = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const sent = await text(request);
    const answer = await fetch(target + path, {
      method,
      headers: endToEnd(headers),
      ...(sent === '' ? {} : { body: sent }),
    });
    const body = sent === '' ? undefined : JSON.parse(sent);
    calls.push({ method, path, authorization: headers.authorization, body, status: answer.status });
    const contentType = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': contentType }).end(await answer.text());
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
