import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { contentSecurityPolicy, siteDirectory } from '@penstock/site';
import express, { Router } from 'express';

/** Serves the reference site at `/docs`, as `pnpm site` built it. */
export function docsRoutes(): Router {
  const router = Router();
  router.use((_request, response, next) => {
    response.set('Content-Security-Policy', `${contentSecurityPolicy}; frame-ancestors 'none'`);
    response.set('X-Content-Type-Options', 'nosniff');
    next();
  });
  router.use(express.static(siteDirectory, { fallthrough: true }));
  router.use((request, response) => {
    if (!existsSync(siteDirectory)) {
      response.status(503).type('text/plain').send('The reference site is not built yet. Run: pnpm site\n');
      return;
    }
    response.status(404).sendFile(notFoundPage(request.path));
  });
  return router;
}

/** Each folder of the site has a page for missing pages, with links that work from that folder. */
function notFoundPage(path: string): string {
  return join(siteDirectory, path.startsWith('/guides/') ? 'guides/404.html' : '404.html');
}
