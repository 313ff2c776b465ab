import { DEFAULT_HOST, DEFAULT_PORT } from './mock.ts';

export interface Settings {
  readonly host: string;
  readonly port: number;
}

/** A setting that cannot be meant. The message is for the person who made it. */
export class SettingError extends Error {}

/** Reads the settings of `penstock-mock` from environment variables. */
export function settingsFrom(environment: Readonly<Record<string, string | undefined>>): Settings {
  const { PENSTOCK_MOCK_HOST: host = DEFAULT_HOST, PENSTOCK_MOCK_PORT: port = String(DEFAULT_PORT) } =
    environment;
  if (!/^[\w.:-]+$/.test(host)) {
    throw new SettingError(`PENSTOCK_MOCK_HOST must be a host name or an address, but is "${host}".`);
  }
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new SettingError(`PENSTOCK_MOCK_PORT must be a number from 0 to 65535, but is "${port}".`);
  }
  return { host, port: Number(port) };
}
