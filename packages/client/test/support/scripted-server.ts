import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request that the server received. */
interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ScriptedResponse {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Strings are sent unchanged, other values as JSON. */
  readonly body?: unknown;
}

/** Handles a request: returns a response, or writes to `response` itself. */
export type Script = (
  request: ReceivedRequest,
  response: ServerResponse,
) => ScriptedResponse | undefined | Promise<ScriptedResponse | undefined>;

export interface ScriptedServer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
}

/** Starts a server on loopback that responds by the script until the test ends. */
export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const chunks = await incoming.toArray();
    const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
    requests.push(request);
    const scripted = await script(request, response);
    if (scripted === undefined) return;
    const body = typeof scripted.body === 'string' ? scripted.body : JSON.stringify(scripted.body);
    response
      .writeHead(scripted.status ?? 200, { 'content-type': 'application/json', ...scripted.headers })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** Starts a server that responds with a resource of both surfaces. */
export function startResourceServer(): Promise<ScriptedServer> {
  return startScriptedServer(() => ({ body: { result: { id: 'x' }, data: { id: 'x' } } }));
}
