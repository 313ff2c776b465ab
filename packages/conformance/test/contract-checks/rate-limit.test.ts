import { expect, onTestFinished, test } from 'vitest';
import { alteredServer } from '../support/altering-proxy.ts';
import { runKit } from '../support/kit.ts';
import { openCheckedServer } from '../support/reference-server.ts';

test('a low limit makes a run slow but not wrong, and is used up at the end', async () => {
  // A few windows of idle time; even a busy machine sends 50 requests in 10 s.
  const server = await openCheckedServer({
    PENSTOCK_RATE_LIMIT: '50',
    PENSTOCK_RATE_WINDOW_SECONDS: '10',
  });
  onTestFinished(server.stop);
  const operations = ['listSources', 'getSavedSearch'].flatMap((id) => ['--operation', id]);
  const { exitCode, stdout } = await runKit(
    [server.url, ...operations, '--report', 'json'],
    server.environment,
  );
  const { checks, counts } = JSON.parse(stdout);
  expect(counts).toMatchObject({ failed: 0, skipped: 0 });
  const limits = checks.filter(({ id }: { id: string }) => id.endsWith('/429'));
  expect(limits.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['passed', 'passed']);
  expect(exitCode).toBe(0);
});

test('the limit of a server without one of the groups is used up as well', async () => {
  // The check never waits for the end of a window, so it may be long.
  const server = await openCheckedServer({ PENSTOCK_RATE_LIMIT: '60', PENSTOCK_RATE_WINDOW_SECONDS: '60' });
  onTestFinished(server.stop);
  const { url } = await alteredServer(server, {
    request(request) {
      request.url = request.url.replace('/dashboards', '/nothing');
    },
  });
  const args = [url, '--operation', 'listSavedSearches', '--capability', 'rate-limit'];
  const { exitCode, stdout } = await runKit([...args, '--capability', '-dashboards'], server.environment);
  expect(stdout).toMatch(/^1 checks passed, 0 failed, 0 skipped/m);
  expect(exitCode).toBe(0);
});
