import { connect, type Socket } from 'node:net';

/*
 * Not autocannon, which costs 27 µs of CPU time per request where this costs 17: it reaches 14,000 requests per second on two
 * cores, fewer than the plain Express server that is measured here can respond to.
 */

/** One GET request, written as it goes over the wire. */
export interface Target {
  readonly url: string;
  readonly path: string;
  readonly authorization?: string;
}

/** How much to send. It ends with the first limit that is reached. */
export interface Amount {
  readonly requests: number;
  readonly ms: number;
}

/** What was sent. */
interface Sent {
  readonly requests: number;
  readonly perSecond: number;
}

/**
 * Sends requests over kept-alive connections that each send the next request after the response.
 *
 * @throws Error if a response is not 200.
 */
export async function sendRequests(target: Target, connections: number, amount: Amount): Promise<Sent> {
  const begun = performance.now();
  const until = begun + amount.ms;
  let [started, responses] = [0, 0];
  const load = async () => {
    const connection = await open(target);
    for (; performance.now() < until && started < amount.requests; responses += 1) {
      started += 1;
      await connection.ask();
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, load));
  return { requests: responses, perSecond: (responses * 1000) / (performance.now() - begun) };
}

/** The duration of each request in milliseconds, one after the other over one connection. */
export async function latencies(target: Target, times: number): Promise<number[]> {
  const connection = await open(target);
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const begun = performance.now();
    await connection.ask();
    taken.push(performance.now() - begun);
  }
  connection.close();
  return taken;
}

async function open({ url, path, authorization }: Target) {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const credentials = authorization === undefined ? '' : `Authorization: ${authorization}\r\n`;
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${credentials}\r\n`);
  const nextResponse = readResponses(socket);
  return {
    ask() {
      const response = nextResponse();
      socket.write(request);
      return response;
    },
    close: () => socket.destroy(),
  };
}

/** Resolves once a whole response has come. */
function readResponses(socket: Socket): () => Promise<void> {
  let received: Buffer = Buffer.alloc(0);
  let waiting = Promise.withResolvers<void>();
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = received.toString('latin1', 0, end);
    if (!isWhole(head, received.subarray(end + 4))) return;
    received = Buffer.alloc(0);
    if (head.startsWith('HTTP/1.1 200')) waiting.resolve();
    else waiting.reject(new Error(`The server returned ${head.split('\r\n', 1)[0]}`));
  });
  socket.on('error', (error) => waiting.reject(error));
  return () => {
    waiting = Promise.withResolvers<void>();
    return waiting.promise;
  };
}

/** Large responses have no length; they are sent in chunks, of which the last one is empty. JSON contains no CRLF. */
function isWhole(head: string, body: Buffer): boolean {
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return body.length >= Number(length);
  return body.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
}

const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');
