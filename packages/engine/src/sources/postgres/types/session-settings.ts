/**
 * What a session of Postgres prints values with. Both the connection that copies tables and the one that reads changes need them, so that
 * the same value has the same text.
 */
const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'iso_8601',
  bytea_output: 'hex',
  extra_float_digits: '1',
  client_encoding: 'UTF8',
};

/** The settings as the parameter `options` of a connection. */
export const SESSION_OPTIONS: string = Object.entries(SESSION_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
  .join(' ');
