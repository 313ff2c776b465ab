import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObservabilityClient } from '@penstock/client';
import { createServer, type ViteDevServer } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startMock } from '../../src/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/*
 * Runs the documented files of a front-end project: the configuration in a real Vite server, and the
 * client with the origin of that server.
 */

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/front-end.md'), 'utf8');
const CLIENT = join(import.meta.dirname, '../../../client');
const VITE = join(import.meta.dirname, '../../node_modules/vite');
const ALERT = '018f6d31-02aa-7c1d-8b17-5d0e4c9a6f70';

test('a page of a Vite project reaches the mock through its own origin', async () => {
  const { origin } = await frontEndProject();
  const page = await fetch(`${origin}/`);
  expect(await page.text()).toContain('The page');
  for (const [path, authorization] of [
    ['/api/v2/alerts', 'Bearer anything'],
    [
      '/v1/organizations/5b3a9e0c-6a0f-4d52-9c58-1f2f1c6f7a10/services/0d1f7c3e-9b2a-4f64-8a57-c2b8f3f0de21/pipes',
      `Basic ${btoa('any:key')}`,
    ],
  ] as const) {
    const response = await fetch(origin + path, { headers: { authorization } });
    expect(response.status, path).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
  }
});

test('the query of the page selects the response', async () => {
  const { origin, folder } = await frontEndProject();
  const usual = await clientOfPage(folder, new URL('/', origin));
  expect((await usual.alerts.get(ALERT)).id).toBe(ALERT);
  const empty = await clientOfPage(folder, new URL('/?prefer=code=404', origin));
  await expect(empty.alerts.get(ALERT)).rejects.toMatchObject({ status: 404, code: 'resource_not_found' });
  const single = usual.alerts.get(ALERT, { headers: { prefer: 'example=resource_not_found' } });
  await expect(single).rejects.toMatchObject({ status: 404 });
});

/** Starts Vite in a project with the documented files. */
async function frontEndProject() {
  const mock = await startMock({ port: 0 });
  onTestFinished(() => mock.close());
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules/@penstock'), { recursive: true });
  symlinkSync(CLIENT, join(folder, 'node_modules/@penstock/client'));
  symlinkSync(VITE, join(folder, 'node_modules/vite'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'index.html'), '<title>The page</title>');
  const configuration = documentedFile('vite.config.ts').replace('http://127.0.0.1:4010', mock.url);
  writeFileSync(join(folder, 'vite.config.ts'), configuration);
  writeFileSync(join(folder, 'api.ts'), documentedFile('api.ts'));
  const vite = await createServer({
    root: folder,
    logLevel: 'silent',
    server: { host: '127.0.0.1', port: 0 },
  });
  onTestFinished(() => vite.close());
  await vite.listen();
  return { origin: originOf(vite), folder };
}

function originOf({ resolvedUrls }: ViteDevServer): string {
  return new URL(resolvedUrls?.local[0] ?? expect.fail('Vite is not listening.')).origin;
}

/** Returns the snippet whose first line names the file. */
function documentedFile(name: string): string {
  const snippets = [...PAGE.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, snippet = '']) => snippet);
  return (
    snippets.find((snippet) => snippet.startsWith(`// ${name}\n`)) ??
    expect.fail(`The documentation has no ${name}.`)
  );
}

let pages = 0;

/** Imports the documented client in a page with this location. */
async function clientOfPage(folder: string, location: URL): Promise<ObservabilityClient> {
  vi.stubGlobal('window', { location });
  onTestFinished(() => void vi.unstubAllGlobals());
  pages += 1;
  const { api } = await import(`${join(folder, 'api.ts')}?page=${pages}`);
  return api;
}
