import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { recordingHooks } from './support/recording-hooks.ts';
import { teamAt } from './support/scope.ts';
import { found, scriptedFetch } from './support/scripted-fetch.ts';

const BASE = 'https://penstock.invalid';

describe('a deprecated operation', () => {
  const headers = { deprecation: '@1767225600', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' };

  test('is reported once', async () => {
    const { hooks, events } = recordingHooks();
    const { alerts, sources } = teamAt(BASE, { fetch: scriptedFetch(found(headers)).fetch, hooks });
    for (const call of [() => alerts.get('a'), () => alerts.get('b'), () => sources.get('s')]) await call();
    const reported = events.filter(([name]) => name === 'onDeprecation').map(([, event]) => event);
    expect(reported).toMatchObject([
      { ...headers, request: { operationId: 'getAlert' } },
      { ...headers, request: { operationId: 'getSource' } },
    ]);
  });

  test('is a console warning without a hook', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => void warn.mockRestore());
    const { alerts } = teamAt(BASE, { fetch: scriptedFetch(found(headers)).fetch });
    await alerts.get('a');
    await alerts.get('a');
    expect(warn.mock.calls).toEqual([[`getAlert is deprecated, until ${headers.sunset}.`]]);
  });
});
