import { SettingError } from './callers.ts';

/** Parses the base URL. @throws SettingError if it is invalid. */
export function baseUrlFrom(text: string): string {
  if (text.includes('@'))
    throw new SettingError('The base URL must not contain credentials. Set them in the environment.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new SettingError(`The base URL ${text} is invalid: it must begin with http:// or https://.`);
  if (url.search !== '' || url.hash !== '') throw new SettingError('The base URL must end before the query.');
  const base = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  const surface = /\/(v1|api\/v2)$/.exec(base)?.[0];
  if (surface !== undefined)
    throw new SettingError(
      `The base URL must end before ${surface}, which is part of the paths of the contract.`,
    );
  return base;
}
