import { existsSync } from 'node:fs';
import { contentSecurityPolicy, siteDirectory } from '@penstock/site';
import express, { Router } from 'express';

/** The reference site at `/docs`, as `pnpm site` built it. */
export function docsRoutes(): Router {
  const router = Router();
  router.use((_request, response, next) => {
    response.set('Content-Security-Policy', `${contentSecurityPolicy}; frame-ancestors 'none'`);
    response.set('X-Content-Type-Options', 'nosniff');
    next();
  });
  router.use(express.static(siteDirectory, { fallthrough: true }));
  router.use((_request, response) => {
    const built = existsSync(siteDirectory);
    const text = built ? 'There is no such page.\n' : 'The reference site is not built yet. Run: pnpm site\n';
    response
      .status(built ? 404 : 503)
      .type('text/plain')
      .send(text);
  });
  return router;
}
