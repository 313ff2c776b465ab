import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { notInstalledReason } from '@penstock/engine';
import { openTestServer } from '@penstock/reference-server/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { commandsOf, guideShell } from './support/guide-commands.ts';
import { startExample } from './support/run-example.ts';

const GUIDE = 'first-pipe';

describe.runIf(notInstalledReason() === undefined)('the guide to the first pipe', () => {
  test('its commands move files into a table', async () => {
    const server = await openTestServer({
      environment: { PENSTOCK_ENGINE: 'embedded', PENSTOCK_ENGINE_MEMORY_MB: '1000' },
    });
    onTestFinished(server.stop);
    const [files = ''] = commandsOf(GUIDE, 'Serve a folder as a bucket');
    const bucket = startExample('serve-folder-as-s3.ts', { args: ['.', '0'] });
    symlinkSync(server.dataFolder, join(bucket.folder, '.penstock'));
    symlinkSync('.', join(bucket.folder, 'orders'));
    const run = guideShell(server, bucket.folder, { 'http://127.0.0.1:9090': await bucket.url });

    const serve = files.trim().split('\n').at(-1) ?? '';
    expect(serve).toContain('packages/examples/src/serve-folder-as-s3.ts orders');
    await run(files.replace(serve, ''));
    const [create = ''] = commandsOf(GUIDE, 'Create the pipe');
    expect(await run(create)).toContain('"state":"Provisioning"');

    const [query = '', late = ''] = commandsOf(GUIDE, 'Query the table');
    await expect.poll(() => run(query)).toMatch(/Ada.*12\.5[\s\S]*Bob.*7/);
    await run(late);
    await expect.poll(() => run(query)).toMatch(/Dora.*30/);

    const [see = ''] = commandsOf(GUIDE, 'See what was moved');
    await expect
      .poll(() => run(`${create.split('\n\n')[0]}\n${see}`))
      .toMatch(/2026-03\.jsonl:line 1[\s\S]*"rows":3/);
  });
});
