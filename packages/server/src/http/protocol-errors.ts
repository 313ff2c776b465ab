import { randomUUID } from 'node:crypto';
import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { type DescribedProblem, problemBody } from '../problems/problem.ts';
import { EXPECTATION_FAILED, MALFORMED_REQUEST, protocolProblemOf } from './protocol-problems.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/**
 * Makes the answers that Node gives before an app sees the request problems, too: broken requests, headers that are too
 * large, requests that take too long, a missing Host, expectations. They are beneath the contract: no operation
 * declares them. What was sent is never repeated, the connection ends, and nothing is written between the bytes of an
 * answer that is under way.
 *
 * Call it once, when the server has its app: `handleProtocolErrors(createServer(app)).listen(…)`.
 */
export function handleProtocolErrors(server: Server): Server {
  const connections = new Connections();
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  // Node would answer by itself, without a body. Where it has no such property, it still does.
  Object.assign(server, { requireHostHeader: false });
  server.on('request', (request, response) => {
    connections.add(request, response);
    if (lacksHost(request) || isAmbiguous(request)) sendBeforeApp(response, MALFORMED_REQUEST);
    else for (const listener of listeners) listener.call(server, request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    connections.add(request, response);
    sendBeforeApp(response, EXPECTATION_FAILED);
  });
  server.on('clientError', (error, socket) => {
    if (socket.writable) connections.end(socket, protocolProblemOf(error));
  });
  return server;
}

/** What was said on each connection. */
class Connections {
  readonly #unfinished = new WeakMap<Duplex, Set<ServerResponse>>();
  readonly #last = new WeakMap<Duplex, ServerResponse>();
  readonly #ended = new WeakSet<Duplex>();

  add({ socket }: IncomingMessage, response: ServerResponse): void {
    const unfinished = this.#unfinished.get(socket) ?? new Set();
    this.#unfinished.set(socket, unfinished.add(response));
    this.#last.set(socket, response);
    response.once('close', () => unfinished.delete(response));
  }

  /** Ends a connection whose next bytes could not be read; with the problem if they have not been answered yet. */
  end(socket: Duplex, problem: DescribedProblem): void {
    // Node repeats its error for all that arrives after it.
    if (this.#ended.has(socket)) return;
    this.#ended.add(socket);
    const unfinished = [...(this.#unfinished.get(socket) ?? [])];
    const last = this.#last.get(socket);
    // The bytes belong to the body of a request that an app has.
    const isBody = last !== undefined && !last.req.complete;
    const underWay = unfinished.findLast((response) => response.headersSent || response.req.complete);
    if (underWay !== undefined) underWay.once('close', () => endAfter(socket, ''));
    else if (!isBody) endAfter(socket, rawResponse(problem));
    else if (!last.headersSent) sendBeforeApp(last, problem);
    else socket.destroy();
  }
}

/** Through the response that Node has made; what the app sends afterwards finds it sent. */
function sendBeforeApp(response: ServerResponse, problem: DescribedProblem): void {
  // The id that the app has given the request, if it has seen it.
  const requestId = String(response.getHeader('X-Request-Id') ?? randomUUID());
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(problem.status, headersOf(problem, requestId)).end(bodyOf(problem, requestId));
}

/** A whole answer as it goes over the wire: there is no request, so there is no response object. */
function rawResponse(problem: DescribedProblem): string {
  const requestId = randomUUID();
  const headers = { ...headersOf(problem, requestId), Date: new Date().toUTCString() };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const statusLine = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`;
  return [statusLine, ...lines, '', bodyOf(problem, requestId)].join('\r\n');
}

function headersOf(problem: DescribedProblem, requestId: string): Record<string, string> {
  return {
    'Content-Type': 'application/problem+json',
    'Content-Length': String(Buffer.byteLength(bodyOf(problem, requestId))),
    'X-Request-Id': requestId,
    ...Object.fromEntries(SECURITY_HEADERS),
    Connection: 'close',
  };
}

function bodyOf(problem: DescribedProblem, requestId: string): string {
  return JSON.stringify(problemBody(problem, requestId));
}

/** Not only `end`: a caller who keeps its half open would keep the socket. */
function endAfter(socket: Duplex, text: string): void {
  socket.end(text, () => socket.destroy());
}

/** RFC 9112 section 3.2. HTTP/1.0 knows no Host. */
function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined;
}

/** Node takes the first of several in silence, and whatever stands in front of the server may have taken the last. */
const ONCE = ['host', 'authorization', 'content-type'];

function isAmbiguous({ rawHeaders }: IncomingMessage): boolean {
  return ONCE.some((name) => timesOf(name, rawHeaders) > 1);
}

/** How often a field is there, of names and values by turns. */
function timesOf(field: string, rawHeaders: readonly string[]): number {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === field.length && name.toLowerCase() === field) times++;
  }
  return times;
}
