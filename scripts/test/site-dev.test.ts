import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liveSite, startSiteDev } from '@penstock/site/dev';
import { expect, onTestFinished, test } from 'vitest';
import { contractSource } from '../generate/contract-source.ts';

const repository = join(import.meta.dirname, '../..');
const PIPES = 'openapi/paths/v1/pipes/pipes.yaml';

test('an edit of the contract reloads the page, which contains it', async () => {
  const { url, events, edit } = await started();
  edit(PIPES, 'summary: List pipes', 'summary: List all pipes there are');
  await expect.poll(events).toContain('reload');
  expect(await page(url, 'management.html')).toContain('List all pipes there are');
});

test('so does an edit of a guide', async () => {
  const { url, events, edit } = await started();
  edit('openapi/description/guides/paging.md', '# Paging and filters', '# Pages, and how to turn them');
  await expect.poll(events).toContain('reload');
  expect(await page(url, 'guides/paging.html')).toContain('Pages, and how to turn them');
});

test('an error in the YAML is reported with file and line, and the last good page stays until it is fixed', async () => {
  const { url, events, edit } = await started();
  edit(PIPES, 'summary: List pipes', 'summary: List: pipes');
  await expect.poll(events).toMatch(/openapi\/paths\/v1\/pipes\/pipes\.yaml:\d+:\d+ /);
  expect(events()).not.toContain('reload');
  expect(await page(url, 'management.html')).toContain('<strong>List pipes</strong>');

  edit(PIPES, 'summary: List: pipes', 'summary: List some pipes');
  await expect.poll(events).toMatch(/event: problems\ndata: \[\]\n\nevent: reload/);
  expect(await page(url, 'management.html')).toContain('List some pipes');
});

test('a violation of the rules is reported after the page has reloaded', async () => {
  const { events, edit } = await started();
  edit(PIPES, 'summary: List pipes', 'x-stabilty: stable\n  summary: List pipes');
  await expect.poll(events).toMatch(/event: reload[\s\S]*penstock\/declared-extensions/);
});

test('a guide with an unknown fact is reported with its line', async () => {
  const { events, edit } = await started();
  edit('openapi/description/guides/paging.md', '<!-- fact: filters -->', '<!-- fact: filter -->');
  await expect.poll(events).toMatch(/paging\.md:\d+: unknown fact `filter`/);
});

test('a guide without a title is reported', async () => {
  const { events, edit } = await started();
  edit('openapi/description/guides/paging.md', '# Paging and filters', '');
  await expect.poll(events).toMatch(/paging\.md has no title/);
});

test('a problem code without an example is reported, and the last good page stays', async () => {
  const { url, events, edit } = await started();
  edit('openapi/guidelines/errors.md', '| `name_taken` ', '| `name_is_taken` ');
  await expect
    .poll(events)
    .toMatch(/errors\.md has the code name_is_taken, but no response has an example with it/);

  expect(await page(url, 'guides/errors.html')).toContain('id="name_taken"');
});

test('a source that breaks during the lint is reported, and nothing else happens', async () => {
  const workspace = copyOfContract();
  const site = await liveSite(
    workspace,
    await contractSource(workspace),
    { rebuilt: () => rmSync(join(workspace, 'openapi/management.yaml')), problemsChanged: () => {} },
    [],
  );
  await site.rebuild();
  expect(site.files.has('management.html')).toBe(true);
  expect(site.problems.join()).toMatch(/^openapi\/management\.yaml:1:1 /);
});

test('a request with an invalid target gets a response, and so does the next one', async () => {
  const { url } = await started();
  for (const target of ['//', '/%zz']) expect(await statusOf(url, target)).toBe(404);
  expect((await fetch(url)).status).toBe(200);
});

test('a missing page is the 404 page, and the assets of the server are served', async () => {
  const { url } = await started();
  const missing = await fetch(`${url}guides/nothing.html`);
  expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('Page not found')]);
  expect((await fetch(`${url}@dev/reload.js`)).headers.get('content-type')).toContain('javascript');
  expect((await fetch(`${url}@dev/../../package.json`)).status).toBe(404);
  expect((await fetch(`${url}@dev/server.ts`)).status).toBe(404);
});

function copyOfContract(): string {
  const workspace = mkdtempSync(join(tmpdir(), 'penstock-site-dev-'));
  onTestFinished(() => rmSync(workspace, { recursive: true }));
  for (const path of ['redocly.yaml', 'openapi', 'packages/site/assets'])
    cpSync(join(repository, path), join(workspace, path), { recursive: true });
  return workspace;
}

/** The server on a copy of the contract, and the events that it has sent. */
async function started() {
  const workspace = copyOfContract();
  const silent = { rebuilt: () => {}, problems: () => {} };
  const { url, close } = await startSiteDev(workspace, await contractSource(workspace), 0, silent);

  let sent = '';
  const stream = (await fetch(`${url}@dev/events`)).body ?? expect.fail('no events');
  const listening = stream
    .pipeThrough(new TextDecoderStream())
    .pipeTo(
      new WritableStream({
        write: (text) => {
          sent += text;
        },
      }),
    )
    // The end of the server ends the stream.
    .catch(() => {});
  onTestFinished(async () => {
    await close();
    await listening;
  });
  await expect.poll(() => sent).toContain('event: problems');
  sent = '';
  return {
    url,
    events: () => sent,
    edit(path: string, search: string, replacement: string) {
      const file = join(workspace, path);
      const before = readFileSync(file, 'utf8');
      if (!before.includes(search)) throw new Error(`${path} does not contain ${search}`);
      writeFileSync(
        file,
        before.replace(search, () => replacement),
      );
    },
  };
}

/** `fetch` sends no target that is not part of a URL. */
async function statusOf(url: string, path: string): Promise<number | undefined> {
  const request = get(url, { path, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

async function page(url: string, path: string): Promise<string> {
  return (await fetch(url + path)).text();
}
