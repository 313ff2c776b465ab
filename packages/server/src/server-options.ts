import type { RateLimitOptions } from './access/rate-limit.ts';
import type { ValidationEngine } from './engines/validation.ts';
import type { CorsOptions } from './http/cors.ts';
import type { TrustProxy } from './http/trust-proxy.ts';
import type { Logger } from './logger.ts';

/** Options of a whole server. */
export interface ServerOptions {
  /** The quota of each credential, counted before the body is read. Default: 100 requests per 10 seconds (D-13). */
  readonly rateLimit?: RateLimitOptions;
  /** Default: warnings and errors go to stderr. */
  readonly logger?: Logger;
  /**
   * Validates the bodies of responses, problems included; an invalid one becomes a 500. Default: `true`. A number from 0
   * to 1 is the share of each kind of response to check. Statuses, headers and media types are always checked, and
   * undeclared properties are never sent.
   */
  readonly validateResponses?: boolean | number;
  /**
   * The request and response validation engine. Default: `express-openapi-validator`. `compiled` reports the same errors
   * and is several times faster.
   */
  readonly validation?: ValidationEngine;
  /** Pages of other origins that may call the API. Default: none. */
  readonly cors?: CorsOptions;
  /** Proxies that are trusted to forward the caller's address. Default: none, or those of the app around this one. */
  readonly trustProxy?: TrustProxy;
}
