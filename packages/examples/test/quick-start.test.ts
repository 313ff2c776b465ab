import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { notInstalledReason } from '@penstock/engine';
import { openTestServer } from '@penstock/reference-server/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { commandsOf, guideShell, outputOf } from './support/guide-commands.ts';
import { startExample } from './support/run-example.ts';

const GUIDE = 'quick-start';

describe.runIf(notInstalledReason() === undefined)('the quick start', () => {
  test('its commands end with the rows that it prints', async () => {
    const server = await openTestServer({
      environment: { PENSTOCK_ENGINE: 'embedded', PENSTOCK_ENGINE_MEMORY_MB: '1000' },
    });
    onTestFinished(server.stop);
    const [files = ''] = commandsOf(GUIDE, '2. Serve two files');
    const bucket = startExample('serve-folder-as-s3.ts', { args: ['.', '0'] });
    symlinkSync(server.dataFolder, join(bucket.folder, '.penstock'));
    symlinkSync('.', join(bucket.folder, 'visits'));
    const run = guideShell(server, bucket.folder, {
      'http://127.0.0.1:9090': await bucket.url,
      // The format of a terminal.
      'sql "': 'sql --format PrettyCompactMonoBlock "',
    });

    const serve = files.trim().split('\n').at(-1) ?? '';
    expect(serve).toContain('packages/examples/src/serve-folder-as-s3.ts visits');
    await run(files.replace(serve, ''));
    const [create = ''] = commandsOf(GUIDE, '3. Create a pipe');
    expect(await run(create)).toContain('"state":"Provisioning"');
    const [query = ''] = commandsOf(GUIDE, '4. See the rows');
    const [rows = ''] = outputOf(GUIDE, '4. See the rows');
    await expect.poll(() => run(query).catch(String)).toContain('180');
    expect(await run(query)).toBe(rows);
  });
});
