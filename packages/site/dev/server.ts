import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mediaTypeOf } from '@penstock/site/build';
import { notFoundAt } from '../src/index.ts';
import type { LiveSite } from './live-site.ts';

/** The path prefix of the files that this server adds to the site. */
const OWN = '/@dev/';

export interface DevServer {
  readonly url: string;
  /** Reloads every open page. */
  reload(): void;
  /** Displays the errors in every open page; hides them if the list is empty. */
  display(problems: readonly string[]): void;
  close(): Promise<void>;
}

/** Serves the site from memory on the loopback interface, and adds a script that reloads the pages. */
export async function serveSite(site: LiveSite, port: number): Promise<DevServer> {
  const listeners = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    // Not parsed as a URL, because a request target can be any text.
    const [pathname = '/'] = (request.url ?? '/').split('?');
    if (pathname === `${OWN}events`) listen(response, listeners, site.problems);
    else if (pathname.startsWith(OWN)) void respondWithOwnFile(response, pathname.slice(OWN.length));
    else respondWithPage(response, pathname, site);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const broadcast = (event: string, data: unknown) => {
    for (const response of listeners) send(response, event, data);
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    reload: () => broadcast('reload', null),
    display: (problems) => broadcast('problems', problems),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Keeps the connection of a page open for events. */
function listen(response: ServerResponse, listeners: Set<ServerResponse>, problems: readonly string[]): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  send(response, 'problems', problems);
  listeners.add(response);
  response.once('close', () => listeners.delete(response));
}

function send(response: ServerResponse, event: string, data: unknown): void {
  response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

async function respondWithOwnFile(response: ServerResponse, name: string): Promise<void> {
  if (name !== 'reload.js' && name !== 'reload.css') return void response.writeHead(404).end();
  respond(response, 200, name, await readFile(new URL(`assets/${name}`, import.meta.url)));
}

function respondWithPage(response: ServerResponse, pathname: string, { files }: LiveSite): void {
  const path = pathname.slice(1).replace(/(^|\/)$/, '$1index.html');
  const found = files.get(path);
  if (found) {
    respond(response, 200, path, withReload(path, found));
    return;
  }
  const page = notFoundAt(path, (files.get('404.html') ?? notBuilt).toString('utf8'));
  respond(response, 404, '404.html', withReload('404.html', Buffer.from(page)));
}

function respond(response: ServerResponse, status: number, path: string, content: Buffer): void {
  response.writeHead(status, { 'Content-Type': mediaTypeOf(path), 'Cache-Control': 'no-store' }).end(content);
}

/** The page before the first successful build; it contains only errors. */
const notBuilt = Buffer.from(
  '<!doctype html><html lang="en"><head><title>Not built yet</title></head><body></body></html>',
);

/** The policy of the pages permits scripts of their own origin. */
function withReload(path: string, content: Buffer): Buffer {
  if (!path.endsWith('.html')) return content;
  const elements = `<link rel="stylesheet" href="${OWN}reload.css">\n<script src="${OWN}reload.js" type="module"></script>\n</head>`;
  return Buffer.from(content.toString('utf8').replace('</head>', elements));
}
