import { randomUUID } from 'node:crypto';
import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { Response } from 'express';
import { type DescribedProblem, problemBody } from '../problems/problem.ts';
import { continueWhenRead } from './expect-continue.ts';
import { EXPECTATION_FAILED, MALFORMED_REQUEST, protocolProblemOf } from './protocol-problems.ts';
import { findRequestContext } from './request-context.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/**
 * Sends problems for requests that Node rejects before they reach an app: invalid requests, headers that are too large,
 * requests that take too long, a missing Host, expectations. No operation declares these responses. They do not repeat
 * any input, they end the connection, and they never interrupt a response that is being sent.
 *
 * Call it once, after the server has its app: `handleProtocolErrors(createServer(app)).listen(…)`.
 */
export function handleProtocolErrors(server: Server): Server {
  const connections = new Connections();
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  // Otherwise Node responds itself, without a body. Versions without this property still do.
  Object.assign(server, { requireHostHeader: false });
  const respond = (request: IncomingMessage, response: Parameters<RequestListener>[1]) => {
    if (lacksHost(request) || isAmbiguous(request)) sendBeforeApp(response, MALFORMED_REQUEST);
    else for (const listener of listeners) listener.call(server, request, response);
  };
  server.on('request', (request, response) => {
    connections.add(request, response, () => respond(request, response));
  });
  server.on('checkContinue', (request, response) => {
    continueWhenRead(request, response);
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    connections.add(request, response, () => sendBeforeApp(response, EXPECTATION_FAILED));
  });
  server.on('clientError', (error, socket) => {
    if (socket.writable) connections.end(socket, protocolProblemOf(error));
  });
  return server;
}

/** A response that is not completely sent, and what starts it. */
interface Unfinished {
  readonly response: ServerResponse;
  respond: () => void;
}

interface Connection {
  /**
   * In the order of the requests. Not a Map, which costs memory here: V8 replaces its table after every few entries, and a table
   * that has reached the old generation keeps all later ones, and their responses, until the next full garbage collection.
   */
  readonly unfinished: Unfinished[];
  /** The response to the last request. */
  last: ServerResponse | undefined;
  /** Whether its next bytes are invalid, so that it was ended. */
  isEnded: boolean;
}

/** The requests and responses of each connection. */
class Connections {
  readonly #connections = new WeakMap<Duplex, Connection>();

  /**
   * Calls `respond` when the client has read the responses before this one. Otherwise a client that sends many requests on
   * one connection, and reads nothing, would have all responses in the memory of the server.
   */
  add({ socket }: IncomingMessage, response: ServerResponse, respond: () => void): void {
    const connection = this.#of(socket);
    const { unfinished } = connection;
    const entry: Unfinished = { response, respond };
    unfinished.push(entry);
    connection.last = response;
    // Not once, which costs more: the event comes once.
    response.on('close', () => {
      unfinished.splice(unfinished.indexOf(entry), 1);
      if (!socket.destroyed) startFirst(unfinished);
    });
    if (unfinished.length === 1) startFirst(unfinished);
  }

  /** Ends a connection whose next bytes are invalid, with the problem unless they already have a response. */
  end(socket: Duplex, problem: DescribedProblem): void {
    const connection = this.#of(socket);
    // Node emits the error again for all later bytes.
    if (connection.isEnded) return;
    connection.isEnded = true;
    const { last } = connection;
    const unfinished = connection.unfinished.map(({ response }) => response);
    // The bytes belong to the body of a request that an app is handling.
    const isBody = last !== undefined && !last.req.complete;
    const underWay = unfinished.findLast((response) => response.headersSent || response.req.complete);
    if (underWay !== undefined) underWay.once('close', () => endAfter(socket, ''));
    else if (!isBody) endAfter(socket, rawResponse(problem));
    else if (!last.headersSent) sendBeforeApp(last, problem);
    else socket.destroy();
  }

  #of(socket: Duplex): Connection {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    const connection: Connection = { unfinished: [], last: undefined, isEnded: false };
    this.#connections.set(socket, connection);
    return connection;
  }
}

function startFirst([first]: readonly Unfinished[]): void {
  if (first === undefined) return;
  const { respond } = first;
  first.respond = hasStarted;
  respond();
}

const hasStarted = () => undefined;

/** Sends the problem through Node's response object; a later response of the app is then discarded. */
function sendBeforeApp(response: ServerResponse, problem: DescribedProblem): void {
  // The request id of the app, if the request has reached it.
  const requestId = findRequestContext(response as Response)?.requestId ?? idOf(response);
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(problem.status, headersOf(problem, requestId)).end(bodyOf(problem, requestId));
}

/** The request id that another app has set. */
function idOf(response: ServerResponse): string {
  return String(response.getHeader('X-Request-Id') ?? randomUUID());
}

/** The bytes of a response: without a request there is no response object. */
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
    ...SECURITY_HEADERS,
    Connection: 'close',
  };
}

function bodyOf(problem: DescribedProblem, requestId: string): string {
  return JSON.stringify(problemBody(problem, requestId));
}

/** Not only `end`: a caller that keeps its half open would keep the socket. */
function endAfter(socket: Duplex, text: string): void {
  socket.end(text, () => socket.destroy());
}

/** RFC 9112 section 3.2. HTTP/1.0 has no Host. */
function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined;
}

/** Node silently takes the first of several fields, and a proxy in front of the server may take the last. */
const ONCE = ['host', 'authorization', 'content-type'];

function isAmbiguous({ rawHeaders }: IncomingMessage): boolean {
  return ONCE.some((name) => timesOf(name, rawHeaders) > 1);
}

/** Counts a field in a list of alternating names and values. */
function timesOf(field: string, rawHeaders: readonly string[]): number {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === field.length && name.toLowerCase() === field) times++;
  }
  return times;
}
