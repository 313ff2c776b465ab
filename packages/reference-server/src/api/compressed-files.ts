import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { cacheControlOf } from '@penstock/site';
import express, { type RequestHandler, type Response, Router } from 'express';

/** The preferred encoding first. */
const encodings = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const;

/**
 * Serves the files of a folder. For `site.css` it sends `site.css.br` or `site.css.gz`, if the client accepts the encoding and
 * the file exists. Each encoding has its own `ETag`.
 */
export function compressedFiles(directory: string): RequestHandler {
  return Router()
    .use(chooseEncoding(directory))
    .use(express.static(directory, { setHeaders: setFileHeaders }));
}

function chooseEncoding(directory: string): RequestHandler {
  return (request, response, next) => {
    const path = request.path.replace(/\/$/, '/index.html');
    const chosen = encodings.find(
      ({ name, extension }) =>
        request.acceptsEncodings(name) === name && existsSync(join(directory, decoded(path) + extension)),
    );
    if (chosen) {
      response.locals.encoding = chosen;
      request.url = path + chosen.extension;
    }
    next();
  };
}

/** Returns an invalid path unchanged; `express.static` rejects it. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function setFileHeaders(response: Response, file: string): void {
  const { encoding } = response.locals as { readonly encoding?: (typeof encodings)[number] };
  const path = encoding ? file.slice(0, -encoding.extension.length) : file;
  if (encoding) response.set('Content-Encoding', encoding.name);
  response.vary('Accept-Encoding');
  response.type(extname(path));
  response.set('Cache-Control', cacheControlOf(path));
}
