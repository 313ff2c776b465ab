import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  request as sendRequest,
} from 'node:http';
import { duplexPair } from 'node:stream';

/** A request to an app in this process. */
export interface InProcessRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The response of the app. */
export interface InProcessResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * Sends a request through Node's own HTTP client and server, over a pair of streams instead of a port.
 *
 * Not light-my-request: to inject into an Express app it rewires the prototypes that all Express apps of the process
 * share, and from then on none of them can serve a real socket.
 */
export function sendInProcess(
  app: RequestListener,
  { method, path, headers = {}, body }: InProcessRequest,
): Promise<InProcessResponse> {
  const [clientSide, serverSide] = duplexPair();
  createServer(app).emit('connection', serverSide);
  return new Promise((resolve, reject) => {
    const request = sendRequest(
      { method, path, headers, createConnection: () => clientSide },
      async (response) => {
        const chunks = await response.setEncoding('utf8').toArray();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: chunks.join('') });
      },
    );
    request.once('error', reject).end(body);
  });
}
