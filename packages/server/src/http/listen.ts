import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { handleProtocolErrors } from './protocol-errors.ts';

/** The address to listen on, and time limits for callers. */
export interface ListenOptions {
  /** Default: loopback. */
  readonly host?: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Time limit for the headers of a request. Default: 15 seconds. */
  readonly headersTimeoutSeconds?: number;
  /** Time limit for a whole request to arrive. Default: 60 seconds. */
  readonly requestTimeoutSeconds?: number;
  /**
   * Time limit for an idle connection. Default: 65 seconds. It should be longer than that of the proxy in front, often 60
   * seconds, or the proxy may send a request on a connection that is being closed.
   */
  readonly keepAliveTimeoutSeconds?: number;
  /** Time limit for a client that reads nothing of its response. Default: 30 seconds. */
  readonly writeTimeoutSeconds?: number;
  /** Limit for the request line and the headers together. Default: 16 KiB. */
  readonly maxHeaderBytes?: number;
}

/** A listening server. */
export interface Listening {
  readonly url: string;
  /**
   * Accepts no new connection, and waits for requests in progress; it cuts off those that have not ended after the grace
   * period (default: 10 seconds). Idle connections stay open for another period (default: 1 second), because a request may
   * be on its way; its response announces the end of the connection. Resolves when no connection is left.
   */
  close(graceSeconds?: number, idleSeconds?: number): Promise<void>;
}

/** The interval at which Node checks all connections for time-outs. */
const MAX_CHECKING_INTERVAL_MS = 1000;

const WRITE_TIMEOUT_SECONDS = 30;

/**
 * Serves an app on its own port, with time-outs, problem responses to invalid HTTP (see {@link handleProtocolErrors}) and
 * a graceful shutdown.
 *
 * @throws Node's error (rejects) if the address is unavailable (`EADDRINUSE`, `EADDRNOTAVAIL`, `EACCES`, …), or Error if
 * an option is invalid.
 */
export async function listen(app: RequestListener, options: ListenOptions): Promise<Listening> {
  const { host = '127.0.0.1', port } = options;
  const server = handleProtocolErrors(createServer(settingsOf(options), app));
  const traffic = watchTraffic(server);
  endUnreadResponses(server, traffic, options.writeTimeoutSeconds);
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
    close: (graceSeconds = 10, idleSeconds = 1) => {
      closed ??= drain(server, traffic, graceSeconds * 1000, idleSeconds * 1000);
      return closed;
    },
  };
}

function settingsOf({
  headersTimeoutSeconds = 15,
  requestTimeoutSeconds = 60,
  keepAliveTimeoutSeconds = 65,
  writeTimeoutSeconds = WRITE_TIMEOUT_SECONDS,
  maxHeaderBytes = 16 * 1024,
}: ListenOptions) {
  const numbers = {
    ...{ headersTimeoutSeconds, requestTimeoutSeconds, keepAliveTimeoutSeconds, writeTimeoutSeconds },
    maxHeaderBytes,
  };
  for (const [name, value] of Object.entries(numbers))
    if (!(Number.isFinite(value) && value > 0)) throw new Error(`${name} must be above 0, not ${value}.`);
  // 0 would switch them off, and Node rejects a headersTimeout above the requestTimeout.
  const requestTimeout = requestTimeoutSeconds * 1000;
  const headersTimeout = Math.min(headersTimeoutSeconds * 1000, requestTimeout);
  return {
    requestTimeout,
    headersTimeout,
    connectionsCheckingInterval: Math.min(MAX_CHECKING_INTERVAL_MS, headersTimeout / 4),
    keepAliveTimeout: keepAliveTimeoutSeconds * 1000,
    maxHeaderSize: maxHeaderBytes,
  };
}

/** The open connections and responses of a server. */
interface Traffic {
  /**
   * With the responses of each that are not completely sent. Not in one Set, which costs memory like the Map that
   * protocol-errors.ts avoids.
   */
  readonly connections: ReadonlyMap<Socket, readonly ServerResponse[]>;
  /** While the server closes: whether idle connections end immediately. */
  endsIdle: boolean;
}

function watchTraffic(server: Server): Traffic {
  const connections = new Map<Socket, ServerResponse[]>();
  const traffic: Traffic = { connections, endsIdle: false };
  server.on('connection', (socket: Socket) => {
    connections.set(socket, []);
    socket.once('close', () => connections.delete(socket));
  });
  // Before the app, which may respond immediately.
  server.prependListener('request', ({ socket }, response) => {
    const responses = connections.get(socket) ?? [];
    responses.push(response);
    if (!server.listening) response.setHeader('Connection', 'close');
    response.on('close', () => {
      responses.splice(responses.indexOf(response), 1);
      // Headers that were sent before the server began to close have promised a persistent connection.
      if (traffic.endsIdle) setImmediate(() => server.closeIdleConnections());
    });
  });
  return traffic;
}

/** Ends the connections of clients that read nothing for a while, and idle ones. Clients of a slow app stay connected. */
function endUnreadResponses(
  server: Server,
  { connections }: Traffic,
  writeTimeoutSeconds = WRITE_TIMEOUT_SECONDS,
): void {
  server.setTimeout(writeTimeoutSeconds * 1000);
  server.on('timeout', (socket) => {
    const isWaitingForApp = (connections.get(socket) ?? []).length > 0;
    if (socket.writableLength > 0 || !isWaitingForApp) socket.destroy();
  });
}

function drain(server: Server, traffic: Traffic, graceMs: number, idleMs: number): Promise<void> {
  const { connections } = traffic;
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
    const idle = setTimeout(endIdle, Math.min(idleMs, graceMs));
    // Not the method of the HTTP server, which closes idle connections at once: a client whose request is on its way would
    // get a reset connection.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(deadline);
      clearTimeout(idle);
      // It also stops the check of time-outs.
      server.close(() => undefined);
      resolve();
    });
    for (const response of [...connections.values()].flat())
      if (!response.headersSent) response.setHeader('Connection', 'close');

    function endIdle(): void {
      traffic.endsIdle = true;
      server.closeIdleConnections();
      // Node treats a connection without any bytes as busy; browsers open such connections in advance.
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
    }
  });
}
