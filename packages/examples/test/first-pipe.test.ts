import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { notInstalledReason } from '@penstock/engine';
import { openTestServer, type TestServer } from '@penstock/reference-server/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startExample } from './support/run-example.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const GUIDE = readFileSync(join(REPOSITORY, 'openapi/description/guides/first-pipe.md'), 'utf8');
/** The command of the sources, because tests do not need the built packages. */
const MAIN = join(REPOSITORY, 'packages/reference-server/src/cli/main.ts');
const PENSTOCK = `node --conditions=@penstock/source --no-warnings --input-type=module --eval 'import { main } from "${MAIN}"; await main(process.argv.slice(1));' --`;

/** The commands of a section of the guide. */
function commandsOf(title: string): string[] {
  const [, section = ''] = GUIDE.split(`## ${title}\n`);
  const [before = ''] = section.split('\n## ');
  return [...before.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = '']) => commands);
}

describe.runIf(notInstalledReason() === undefined)('the guide to the first pipe', () => {
  test('its commands move files into a table', async () => {
    const server = await openTestServer({
      environment: { PENSTOCK_ENGINE: 'embedded', PENSTOCK_ENGINE_MEMORY_MB: '1000' },
    });
    onTestFinished(server.stop);
    const [files = ''] = commandsOf('Serve a folder as a bucket');
    const bucket = startExample('serve-folder-as-s3.ts', { args: ['.', '0'] });
    symlinkSync(server.dataFolder, join(bucket.folder, '.penstock'));
    symlinkSync('.', join(bucket.folder, 'orders'));
    const run = shell(server, bucket.folder, await bucket.url);

    const serve = files.trim().split('\n').at(-1) ?? '';
    expect(serve).toContain('packages/examples/src/serve-folder-as-s3.ts orders');
    await run(files.replace(serve, ''));
    const [create = ''] = commandsOf('Create the pipe');
    expect(await run(create)).toContain('"state":"Provisioning"');

    const [query = '', late = ''] = commandsOf('Query the table');
    await expect.poll(() => run(query)).toMatch(/Ada.*12\.5[\s\S]*Bob.*7/);
    await run(late);
    await expect.poll(() => run(query)).toMatch(/Dora.*30/);

    const [see = ''] = commandsOf('See what was moved');
    await expect
      .poll(() => run(`${create.split('\n\n')[0]}\n${see}`))
      .toMatch(/2026-03\.jsonl:line 1[\s\S]*"rows":3/);
  });
});

/** Runs commands of the guide in a folder, against this server and bucket. */
function shell(server: TestServer, folder: string, bucket: string): (commands: string) => Promise<string> {
  return async (commands) => {
    const script = commands
      .replaceAll('npx -y pnpm@12.21.0 exec penstock', PENSTOCK)
      .replaceAll('http://127.0.0.1:8080', server.url)
      .replaceAll('http://127.0.0.1:9090', bucket);
    const { stdout } = await promisify(execFile)('sh', ['-e', '-c', script], {
      cwd: folder,
      env: { PATH: `${join(process.execPath, '..')}:${process.env.PATH}`, PENSTOCK_DATA: '.penstock' },
    });
    return stdout;
  };
}
