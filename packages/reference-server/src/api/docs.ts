import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentSecurityPolicy, notFoundAt, siteDirectory } from '@penstock/site';
import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { compressedFiles } from './compressed-files.ts';

/** Serves the reference site at `/docs`, as `pnpm site` built it. */
export function docsRoutes(directory = siteDirectory): Router {
  return Router()
    .use((_request, response, next) => {
      response.set('Content-Security-Policy', `${contentSecurityPolicy}; frame-ancestors 'none'`);
      response.set('X-Content-Type-Options', 'nosniff');
      next();
    })
    .use(compressedFiles(directory))
    .use(notFound(directory))
    .use(rejectedConditions);
}

function notFound(directory: string): RequestHandler {
  return async (request, response) => {
    if (!existsSync(directory)) {
      response.status(503).type('text/plain').send('The reference site is not built yet. Run: pnpm site\n');
      return;
    }
    const markup = await readFile(join(directory, '404.html'), 'utf8');
    response.set('Cache-Control', 'no-cache');
    response
      .status(404)
      .type('html')
      .send(notFoundAt(request.path.slice(1), markup));
  };
}

/** Responds to a range or a precondition that does not fit the file. */
const rejectedConditions: ErrorRequestHandler = (error, _request, response, next) => {
  const { status } = error as { readonly status?: number };
  if (status !== 412 && status !== 416) return next(error);
  const header = status === 416 ? 'Range' : 'If-Match or If-Unmodified-Since';
  response.status(status).type('text/plain').send(`The file does not match ${header}: omit the header.\n`);
};
