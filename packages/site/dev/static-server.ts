import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { contentSecurityPolicy } from '../src/index.ts';
import { mediaTypeOf } from '../src/media-type.ts';

export interface StaticServer {
  /** Ends with a slash. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves static files below `base` on a free loopback port, with the policy as a header, like the reference server. */
export async function serveFolder(
  folder: string,
  { base = '/', policy = contentSecurityPolicy } = {},
): Promise<StaticServer> {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    response.setHeader('Content-Security-Policy', policy);
    if (!pathname.startsWith(base)) return respond(response, 404, 'error.txt', 'Not below the base path.');
    const path = decodeURIComponent(pathname.slice(base.length)).replace(/(^|\/)$/, '$1index.html');
    const content = await readFile(join(folder, normalize(`/${path}`))).catch(() => undefined);
    if (content) respond(response, 200, path, content);
    else respond(response, 404, '404.html', await readFile(join(folder, '404.html')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function respond(response: ServerResponse, status: number, path: string, content: Buffer | string): void {
  const headers = { 'Content-Type': mediaTypeOf(path), 'X-Content-Type-Options': 'nosniff' };
  response.writeHead(status, headers).end(content);
}
