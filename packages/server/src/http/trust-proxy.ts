import type { Express } from 'express';

/**
 * Which proxies are believed about the caller's address (`X-Forwarded-For`): Express's values. A number of hops,
 * addresses or subnets (`loopback`, `10.0.0.0/8`), a function, or true for all, which lets callers choose their address.
 */
export type TrustProxy =
  | boolean
  | number
  | string
  | readonly string[]
  | ((address: string, hop: number) => boolean);

/**
 * Left alone if it is undefined: a mounted app then does as the app around it.
 *
 * @throws Error if the value makes no sense.
 */
export function trustProxies(app: Express, proxies: TrustProxy | undefined): void {
  if (proxies === undefined) return;
  if (typeof proxies === 'number' && !(Number.isSafeInteger(proxies) && proxies >= 0))
    throw new Error(`trustProxy takes a whole number of hops from 0 on, not ${proxies}.`);
  try {
    app.set('trust proxy', proxies);
  } catch (error) {
    throw new Error(
      'trustProxy takes true, false, a number of hops, a function, or addresses and subnets such as loopback and 10.0.0.0/8.',
      { cause: error },
    );
  }
}
