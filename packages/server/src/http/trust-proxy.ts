import type { Express } from 'express';

/**
 * The proxies whose `X-Forwarded-For` is trusted, as in Express: a number of hops, addresses or subnets (`loopback`,
 * `10.0.0.0/8`), a function, or true for all, which lets callers choose their address.
 */
export type TrustProxy =
  | boolean
  | number
  | string
  | readonly string[]
  | ((address: string, hop: number) => boolean);

/**
 * Does nothing if it is undefined: a mounted app then uses the setting of the app around it.
 *
 * @throws Error if the value is invalid.
 */
export function trustProxies(app: Express, proxies: TrustProxy | undefined): void {
  if (proxies === undefined) return;
  if (typeof proxies === 'number' && !(Number.isSafeInteger(proxies) && proxies >= 0))
    throw new Error(`trustProxy takes a number of hops of at least 0, not ${proxies}.`);
  try {
    app.set('trust proxy', proxies);
  } catch (error) {
    throw new Error(
      'trustProxy takes true, false, a number of hops, a function, or addresses and subnets such as loopback and 10.0.0.0/8.',
      { cause: error },
    );
  }
}
