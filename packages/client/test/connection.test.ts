import { expect, test } from 'vitest';
import { VERSION } from '../src/version.ts';
import { inBrowser } from './support/in-browser.ts';
import { teamAt } from './support/scope.ts';
import { found, scriptedFetch } from './support/scripted-fetch.ts';

test('the User-Agent has the version, except in a browser', async () => {
  const { fetch, sent } = scriptedFetch(found());
  await teamAt('https://x.invalid', { fetch }).alerts.get('a');
  inBrowser();
  await teamAt('https://x.invalid', { fetch }).alerts.get('a');
  expect(sent.map(({ init }) => (init.headers as Record<string, string>)['user-agent'])).toEqual([
    `penstock-client/${VERSION}`,
    undefined,
  ]);
});
