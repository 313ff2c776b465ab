import type { Surface } from '@penstock/contract';
import type { Settings } from './attempt.ts';
import { normalizedBaseUrl } from './base-url.ts';
import { isBrowser } from './browser.ts';
import type { Envelope } from './envelope.ts';
import type { ClientOptions } from './options.ts';
import { createSend, type Send } from './send.ts';
import { VERSION } from './version.ts';

/**
 * A configured connection to one surface: base URL, credential, time limits and retries. Functions such as `createAlerts`
 * take it, so that a bundle contains only the resources that are used. Printing it does not reveal the credential.
 */
export interface Connection<S extends Surface = Surface> {
  readonly surface: S;
  readonly baseUrl: string;
  /** @internal */
  readonly envelope: Envelope;
  /** @internal */
  readonly send: Send;
}

export function createConnection<S extends Surface>(
  surface: S,
  envelope: Envelope,
  credential: Settings['credential'],
  options: ClientOptions,
): Connection<S> {
  // A browser sets its own User-Agent; another one would cause a CORS preflight request.
  const defaults = isBrowser() ? {} : { 'user-agent': `penstock-client/${VERSION}` };
  const headers = { ...defaults, ...options.headers };
  return {
    surface,
    baseUrl: normalizedBaseUrl(options.baseUrl, options.allowHttp),
    envelope,
    send: createSend({ ...options, credential, headers }),
  };
}
