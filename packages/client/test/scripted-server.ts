import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as it arrived. */
interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Strings are sent as they are, everything else as JSON. */
  readonly body?: unknown;
}

/** What the server does with a request: an answer, or its own way with the response. */
export type Script = (
  request: ReceivedRequest,
  response: ServerResponse,
) => ScriptedAnswer | undefined | Promise<ScriptedAnswer | undefined>;

export interface ScriptedServer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
}

/** Starts a server on loopback that answers as the script says, until the test ends. */
export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const chunks = await incoming.toArray();
    const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
    requests.push(request);
    const answer = await script(request, response);
    if (answer === undefined) return;
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    response
      .writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
