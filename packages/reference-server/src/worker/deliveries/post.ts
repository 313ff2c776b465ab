import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** A request to a receiver. */
export interface PostRequest {
  readonly url: URL;
  /** The checked addresses of its host. The connection uses one of them. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the request. After the status was received, it ends reading the body. */
  readonly signal: AbortSignal;
}

export interface PostResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The beginning of the body. */
  readonly body: Buffer;
}

/** The bytes of a body that are read at most. */
const READ_BYTES = 8 * 1024;

/**
 * Sends a request on a connection of its own and follows no redirects. The name of the host is not resolved; TLS checks the certificate
 * against it.
 *
 * @throws Error of Node.js if there is no response
 */
export function post({ url, addresses, headers, body, signal }: PostRequest): Promise<PostResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<PostResponse>();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const options = { method: 'POST', agent: false, lookup: lookupOf(addresses), headers, signal } as const;
  const request = send(url, options, (response) => {
    const { statusCode: status = 0, headers: received } = response;
    const chunks: Buffer[] = [];
    let size = 0;
    // An aborted, broken or long body changes nothing: the status has been received.
    const finish = () => {
      resolve({ status, retryAfter: received['retry-after'], body: Buffer.concat(chunks) });
      request.destroy();
    };
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= READ_BYTES) finish();
    });
    response.on('close', finish).on('error', finish);
    request.off('error', reject).on('error', finish);
  });
  request.on('error', reject).end(body);
  return promise;
}

/** Node.js does not call it for a host that is an address. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    const [first] = found;
    if (first === undefined) return callback(new Error('The host has no address.'), '', 0);
    if (all === true) return callback(null, found);
    callback(null, first.address, first.family);
  };
}
