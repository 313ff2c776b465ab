import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** A request to an app in this process. */
export interface InProcessRequest {
  readonly method: string;
  readonly path: string;
  /** With names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The response of the app. */
export interface InProcessResponse {
  readonly status: number;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Calls an app with Node's own request and response, which write into memory. A start sends some hundred requests: a client and a
 * parser of HTTP on both sides would cost five times as much.
 *
 * Not light-my-request: to inject into an Express app it rewires the prototypes that all Express apps of the process
 * share, and from then on none of them can serve a real socket.
 *
 * @throws Error if the app ends the connection before the response is complete.
 */
export async function sendInProcess(
  app: RequestListener,
  sent: InProcessRequest,
): Promise<InProcessResponse> {
  const written: Buffer[] = [];
  const socket = socketInto(written);
  const response = new ServerResponse(requestOf(sent, socket));
  response.assignSocket(socket);
  const isSent = new Promise<void>((resolve, reject) => {
    response.once('finish', resolve);
    socket.once('close', () => reject(new Error(`${sent.method} ${sent.path} has no complete response.`)));
  });
  app(response.req, response);
  await isSent;
  const text = Buffer.concat(written).toString();
  const end = text.indexOf(END_OF_HEAD);
  return {
    status: response.statusCode,
    headers: headersIn(text.slice(0, end)),
    body: text.slice(end + END_OF_HEAD.length),
  };
}

const END_OF_HEAD = '\r\n\r\n';

function socketInto(written: Buffer[]): Socket {
  const socket = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk);
      done();
    },
  });
  return socket as Socket;
}

function requestOf({ method, path, headers, body }: InProcessRequest, socket: Socket): IncomingMessage {
  const request = new IncomingMessage(socket);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const fields = { host: 'localhost', ...length, ...headers };
  // In HTTP 1.0, the body of a response has no chunks.
  Object.assign(request, { method, url: path, httpVersion: '1.0', httpVersionMajor: 1, httpVersionMinor: 0 });
  Object.assign(request, { headers: fields, rawHeaders: Object.entries(fields).flat(), complete: true });
  if (body !== undefined) request.push(body);
  request.push(null);
  return request;
}

function headersIn(head: string): Record<string, string> {
  const [, ...lines] = head.split('\r\n');
  const fields = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return Object.fromEntries(fields);
}
