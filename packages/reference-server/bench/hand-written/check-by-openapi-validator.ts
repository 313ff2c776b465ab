import { contractDocument } from '@penstock/contract/documents';
import type { RequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';

/** express-openapi-validator as its README mounts it: it checks requests and responses. Keys are checked before it. */
export function checkByOpenApiValidator(): RequestHandler[] {
  return middleware({
    // The types of the library know only part of OpenAPI 3.1.
    apiSpec: contractDocument('management') as unknown as Parameters<typeof middleware>[0]['apiSpec'],
    validateRequests: true,
    validateResponses: true,
    validateSecurity: false,
  }) as RequestHandler[];
}
