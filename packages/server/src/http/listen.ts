import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { handleProtocolErrors } from './protocol-errors.ts';

/** Where to listen, and how long to wait for callers. */
export interface ListenOptions {
  /** Loopback unless told otherwise. */
  readonly host?: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** How long a request's headers may take; 15 seconds unless told otherwise. */
  readonly headersTimeoutSeconds?: number;
  /** How long a whole request may take to arrive; 60 seconds unless told otherwise. */
  readonly requestTimeoutSeconds?: number;
  /**
   * How long a connection is kept between requests. 65 seconds unless told otherwise: longer than the 60 of common
   * proxies, which would send a request into a connection that is being closed.
   */
  readonly keepAliveTimeoutSeconds?: number;
  /** First line and headers together; 16 KiB unless told otherwise. */
  readonly maxHeaderBytes?: number;
}

/** A server that listens. */
export interface Listening {
  readonly url: string;
  /**
   * Takes no new connection, closes those without a request, lets requests that are under way end, and cuts off those
   * that have not ended after the time (10 seconds unless told otherwise). Resolves when no connection is left.
   */
  close(graceSeconds?: number): Promise<void>;
}

/** A time-out is noticed by a look at all connections, this often. */
const LONGEST_CHECKING_INTERVAL_MS = 1000;

/**
 * Serves an app on a port of its own, with time-outs that hold, problems for what is no request (see
 * {@link handleProtocolErrors}) and an end that cuts off nobody who is quick enough.
 *
 * @throws Node's error (rejects) if the address cannot be had (`EADDRINUSE`, `EADDRNOTAVAIL`, `EACCES`, …), or Error if
 * an option makes no sense.
 */
export async function listen(app: RequestListener, options: ListenOptions): Promise<Listening> {
  const { host = '127.0.0.1', port } = options;
  const server = handleProtocolErrors(createServer(settingsOf(options), app));
  const traffic = watchTraffic(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: actual } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    close: (graceSeconds = 10) => {
      closed ??= drain(server, traffic, graceSeconds * 1000);
      return closed;
    },
  };
}

function settingsOf({
  headersTimeoutSeconds = 15,
  requestTimeoutSeconds = 60,
  keepAliveTimeoutSeconds = 65,
  maxHeaderBytes = 16 * 1024,
}: ListenOptions) {
  const numbers = { headersTimeoutSeconds, requestTimeoutSeconds, keepAliveTimeoutSeconds, maxHeaderBytes };
  for (const [name, value] of Object.entries(numbers))
    if (!(Number.isFinite(value) && value > 0)) throw new Error(`${name} has to be above 0, not ${value}.`);
  // 0 would switch them off, and Node refuses headers that may take longer than the request that they begin.
  const requestTimeout = requestTimeoutSeconds * 1000;
  const headersTimeout = Math.min(headersTimeoutSeconds * 1000, requestTimeout);
  return {
    requestTimeout,
    headersTimeout,
    connectionsCheckingInterval: Math.min(LONGEST_CHECKING_INTERVAL_MS, headersTimeout / 4),
    keepAliveTimeout: keepAliveTimeoutSeconds * 1000,
    maxHeaderSize: maxHeaderBytes,
  };
}

/** What is open on a server. */
interface Traffic {
  readonly connections: ReadonlySet<Socket>;
  /** Answers that are not sent to their end. */
  readonly answers: ReadonlySet<ServerResponse>;
}

function watchTraffic(server: Server): Traffic {
  const connections = new Set<Socket>();
  const answers = new Set<ServerResponse>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  // Before the app, which may answer at once.
  server.prependListener('request', (_request, response) => {
    answers.add(response);
    if (!server.listening) response.setHeader('Connection', 'close');
    response.once('close', () => {
      answers.delete(response);
      // Its headers may have left before the server was told to close; they said that the connection stays.
      if (!server.listening) setImmediate(() => server.closeIdleConnections());
    });
  });
  return { connections, answers };
}

function drain(server: Server, { connections, answers }: Traffic, longestMs: number): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), longestMs);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    for (const answer of answers) if (!answer.headersSent) answer.setHeader('Connection', 'close');
    // Node takes a connection that has not sent a byte for one that is busy; browsers open such ones in advance.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  });
}
