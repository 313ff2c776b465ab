import type { Surface } from '@penstock/contract';
import type { Settings } from './attempt.ts';
import { normalizedBaseUrl } from './base-url.ts';
import { isBrowser } from './browser.ts';
import type { Envelope } from './envelope.ts';
import { createExchange, type Exchange } from './exchange.ts';
import type { ClientOptions } from './options.ts';
import { VERSION } from './version.ts';

/**
 * The way to a surface: where it is, with which credential and with how much patience. What the functions that make
 * resources take, so that a bundle holds only the resources that are used. Printing it does not show the credential.
 */
export interface Connection<S extends Surface = Surface> {
  readonly surface: S;
  readonly baseUrl: string;
  /** @internal */
  readonly envelope: Envelope;
  /** @internal */
  readonly exchange: Exchange;
}

export function createConnection<S extends Surface>(
  surface: S,
  envelope: Envelope,
  credential: Settings['credential'],
  options: ClientOptions,
): Connection<S> {
  // In a browser the User-Agent is its own, and another one would cost a question beforehand (CORS).
  const own = isBrowser() ? {} : { 'user-agent': `penstock-client/${VERSION}` };
  const headers = { ...own, ...options.headers };
  return {
    surface,
    baseUrl: normalizedBaseUrl(options.baseUrl, options.allowHttp),
    envelope,
    exchange: createExchange({ ...options, credential, headers }),
  };
}
