import { SettingError } from './callers.ts';

/** Where the paths of the contract begin. @throws SettingError with what is wrong with the text. */
export function baseUrlFrom(text: string): string {
  if (text.includes('@'))
    throw new SettingError('The base URL must hold no credentials. They come from the environment.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new SettingError(`The base URL ${text} is none: it must begin with http:// or https://.`);
  if (url.search !== '' || url.hash !== '') throw new SettingError('The base URL must end before the query.');
  const base = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  const surface = /\/(v1|api\/v2)$/.exec(base)?.[0];
  if (surface !== undefined)
    throw new SettingError(
      `The base URL ends before ${surface}, which is part of the paths of the contract.`,
    );
  return base;
}
