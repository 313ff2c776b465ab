import type { IncomingMessage, ServerResponse } from 'node:http';

/** Lets pages of any origin use the mock and read every header; there is nothing in it to protect. */
export function allowCrossOrigin(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', '*');
}

/** The question that a browser asks before it sends a request to another origin. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
  // Named one by one, because `*` does not cover Authorization.
  response.setHeader(
    'Access-Control-Allow-Headers',
    request.headers['access-control-request-headers'] ?? '*',
  );
  response.setHeader('Access-Control-Max-Age', '600');
  response.writeHead(204).end();
}
