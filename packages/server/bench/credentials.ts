/** The one key that the contestants know. */
const KEY = { username: 'bench', password: 'a-key-of-the-benchmark' };

/** Sent to every contestant. Those without authentication ignore it. */
export const AUTHORIZATION = `Basic ${Buffer.from(`${KEY.username}:${KEY.password}`).toString('base64')}`;

/** Whether these are the credentials; the same look-up for every contestant that asks for them. */
export function isKey(username: string, password: string): boolean {
  return username === KEY.username && password === KEY.password;
}

/** Out of the way, but counted: no run sends as many. */
export const RATE_LIMIT = { requests: 1_000_000_000, windowSeconds: 3600 };
