import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse } from 'basic-auth';
import type { RequestHandler } from 'express';

/** The only API key of the service. It knows a keyed hash of the secret, and not the secret. */
export interface Key {
  readonly id: string;
  readonly organizationId: string;
  /** Keys the hash. */
  readonly hashKey: string;
  /** HMAC-SHA256 of the secret, in hexadecimal digits. */
  readonly hash: string;
}

/** HTTP Basic: the id of a key and its secret. */
export function authentication(key: Key): RequestHandler {
  const expected = Buffer.from(key.hash, 'hex');
  return (request, response, next) => {
    const { name = '', pass = '' } = parse(request.headers.authorization ?? '') ?? {};
    const hash = createHmac('sha256', key.hashKey).update(pass).digest();
    if (timingSafeEqual(hash, expected) && name === key.id) {
      response.locals.keyId = name;
      return next();
    }
    response.set('WWW-Authenticate', 'Basic realm="hand-written"').sendStatus(401);
  };
}
