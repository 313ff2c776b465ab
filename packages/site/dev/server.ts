import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mediaTypeOf } from '@penstock/site/build';
import type { LiveSite } from './live-site.ts';

/** What this server adds to the site is below here, and in no page that is published. */
const OWN = '/@dev/';

export interface DevServer {
  readonly url: string;
  /** Lets every open page load itself again. */
  reload(): void;
  /** Shows every open page what is wrong; nothing, if nothing is. */
  show(problems: readonly string[]): void;
  close(): Promise<void>;
}

/** Serves the site from memory, on the loopback interface, with what makes its pages reload. */
export async function serveSite(site: LiveSite, port: number): Promise<DevServer> {
  const listeners = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    // Not parsed as a URL: the target of a request may be anything.
    const [pathname = '/'] = (request.url ?? '/').split('?');
    if (pathname === `${OWN}events`) listen(response, listeners, site.problems);
    else if (pathname.startsWith(OWN)) void answerOwn(response, pathname.slice(OWN.length));
    else answerPage(response, pathname, site);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const tell = (event: string, data: unknown) => {
    for (const response of listeners) send(response, event, data);
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    reload: () => tell('reload', null),
    show: (problems) => tell('problems', problems),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Keeps a page's connection open for what there is to tell it. */
function listen(response: ServerResponse, listeners: Set<ServerResponse>, problems: readonly string[]): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  send(response, 'problems', problems);
  listeners.add(response);
  response.once('close', () => listeners.delete(response));
}

function send(response: ServerResponse, event: string, data: unknown): void {
  response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

async function answerOwn(response: ServerResponse, name: string): Promise<void> {
  if (name !== 'reload.js' && name !== 'reload.css') return void response.writeHead(404).end();
  answer(response, 200, name, await readFile(new URL(`assets/${name}`, import.meta.url)));
}

function answerPage(response: ServerResponse, pathname: string, { files }: LiveSite): void {
  const path = pathname.slice(1).replace(/(^|\/)$/, '$1index.html');
  const found = files.get(path);
  if (found) {
    answer(response, 200, path, withReload(path, found));
    return;
  }
  const missing = path.startsWith('guides/') ? 'guides/404.html' : '404.html';
  answer(response, 404, missing, withReload(missing, files.get(missing) ?? notBuilt));
}

function answer(response: ServerResponse, status: number, path: string, content: Buffer): void {
  response.writeHead(status, { 'Content-Type': mediaTypeOf(path), 'Cache-Control': 'no-store' }).end(content);
}

/** There is nothing to see until the site could be built once, but what is wrong. */
const notBuilt = Buffer.from(
  '<!doctype html><html lang="en"><head><title>Not built yet</title></head><body></body></html>',
);

/** The policy of a page lets it load scripts of its own origin, and this is one. */
function withReload(path: string, content: Buffer): Buffer {
  if (!path.endsWith('.html')) return content;
  const own = `<link rel="stylesheet" href="${OWN}reload.css">\n<script src="${OWN}reload.js" type="module"></script>\n</head>`;
  return Buffer.from(content.toString('utf8').replace('</head>', own));
}
