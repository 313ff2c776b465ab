import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liveSite, startSiteDev } from '@penstock/site/dev';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { contractSource } from '../generate/contract-source.ts';

const repository = join(import.meta.dirname, '../..');
/** The entry of a managed twin in openapi/management.yaml. */
const TWIN = /^ {2}\/v1\/.+:\n {4}\$ref: paths\/v1\/stack\/.+\n/gm;
const PIPES = 'openapi/paths/v1/pipes/pipes.yaml';

describe('the site under development', () => {
  let site: StartedSite;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.close());

  // The first test, because the lint that follows another edit can report this one before its reload.
  test('an edit of the contract reloads the page, which contains it, and then reports the rules that it violates', async () => {
    site.edit(PIPES, 'summary: List pipes', 'x-stabilty: stable\n  summary: List all pipes there are');
    await expect
      .poll(() => page(site.url, 'reference/management/index.html'))
      .toContain('List all pipes there are');
    await expect.poll(site.events).toMatch(/event: reload[\s\S]*penstock\/declared-extensions/);
  });

  test('an error in the YAML is reported with file and line, and the last good page stays until it is fixed', async () => {
    site.edit(PIPES, 'summary: List pipes', 'summary: List: pipes');
    await expect.poll(site.events).toMatch(/openapi\/paths\/v1\/pipes\/pipes\.yaml:\d+:\d+ /);
    expect(site.events()).not.toContain('reload');
    expect(await page(site.url, 'reference/management/index.html')).toContain('>List all pipes there are<');

    site.edit(PIPES, 'summary: List pipes', 'summary: List some pipes');
    await expect.poll(site.events).toMatch(/event: problems\ndata: \[\]\n\nevent: reload/);
    expect(await page(site.url, 'reference/management/index.html')).toContain('List some pipes');
  });

  test('an edit of a guide reloads the page, too', async () => {
    site.edit(
      'openapi/description/guides/paging.md',
      '# Paging and filters',
      '# Pages, and how to turn them',
    );
    await expect.poll(() => page(site.url, 'guides/paging.html')).toContain('Pages, and how to turn them');
    await expect.poll(site.events).toContain('reload');
  });

  test('an edit to an unknown fact of a guide is reported with its line', async () => {
    site.edit('openapi/description/guides/paging.md', '<!-- fact: filters -->', '<!-- fact: filter -->');
    await expect.poll(site.events).toMatch(/paging\.md:\d+: unknown fact `filter`/);
  });

  test('an edit that removes the title of a guide is reported', async () => {
    site.edit('openapi/description/guides/paging.md', '# Paging and filters', '');
    await expect.poll(site.events).toMatch(/paging\.md has no title/);
  });

  test('an edit to a problem code without an example is reported, and the last good page stays', async () => {
    site.edit('openapi/guidelines/errors.md', '| `name_taken` ', '| `name_is_taken` ');
    await expect
      .poll(site.events)
      .toMatch(/errors\.md has the code name_is_taken, but no response has an example with it/);
    expect(await page(site.url, 'guides/errors.html')).toContain('id="problem-codes-name_taken"');
  });

  test('a request with an invalid target gets a response, and so does the next one', async () => {
    for (const target of ['//', '/%zz']) expect(await statusOf(site.url, target)).toBe(404);
    expect((await fetch(site.url)).status).toBe(200);
  });

  test('a missing page is the 404 page, and the assets of the server are served', async () => {
    const missing = await fetch(`${site.url}guides/nothing.html`);
    expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('Page not found')]);
    expect((await fetch(`${site.url}@dev/reload.js`)).headers.get('content-type')).toContain('javascript');
    expect((await fetch(`${site.url}@dev/../../package.json`)).status).toBe(404);
    expect((await fetch(`${site.url}@dev/server.ts`)).status).toBe(404);
  });
});

test('a source that breaks during the lint is reported, and nothing else happens', async () => {
  const workspace = copyContract();
  onTestFinished(() => rmSync(workspace, { recursive: true }));
  const site = await liveSite(
    workspace,
    await contractSource(workspace),
    { rebuilt: () => rmSync(join(workspace, 'openapi/management.yaml')), problemsChanged: () => {} },
    [],
  );
  await site.rebuild();
  expect(site.files.has('reference/management/index.html')).toBe(true);
  expect(site.problems.join()).toMatch(/^openapi\/management\.yaml:1:1 /);
});

type StartedSite = Awaited<ReturnType<typeof startSite>>;

/** The server on a copy of the contract, and the events that it has sent. */
async function startSite() {
  const workspace = copyContract();
  const silent = { rebuilt: () => {}, problems: () => {} };
  const { url, close } = await startSiteDev(workspace, await contractSource(workspace), 0, silent);

  let sent = '';
  let restore = () => {};
  const linted = Promise.withResolvers<void>();
  const stream = (await fetch(`${url}@dev/events`)).body ?? expect.fail('no events');
  const listening = stream
    .pipeThrough(new TextDecoderStream())
    .pipeTo(
      new WritableStream({
        write: (text) => {
          sent += text;
          if (sent.includes('event: problems')) linted.resolve();
        },
      }),
    )
    // The end of the server ends the stream.
    .catch(() => {});
  await linted.promise;
  sent = '';
  return {
    url,
    events: () => sent,
    /** Restores the file of the previous edit, edits a file and forgets the events, so that one build follows. */
    edit(path: string, search: string, replacement: string) {
      restore();
      sent = '';
      const file = join(workspace, path);
      const before = readFileSync(file, 'utf8');
      if (!before.includes(search)) throw new Error(`${path} does not contain ${search}`);
      writeFileSync(
        file,
        before.replace(search, () => replacement),
      );
      restore = () => writeFileSync(file, before);
    },
    async close() {
      await close();
      await listening;
      rmSync(workspace, { recursive: true });
    },
  };
}

/** Copies the contract without the managed twins of the stack, which double the time of a build. */
function copyContract(): string {
  const workspace = mkdtempSync(join(tmpdir(), 'penstock-site-dev-'));
  for (const path of ['redocly.yaml', 'openapi', 'packages/site/assets'])
    cpSync(join(repository, path), join(workspace, path), { recursive: true });
  const root = join(workspace, 'openapi/management.yaml');
  writeFileSync(root, readFileSync(root, 'utf8').replaceAll(TWIN, ''));
  return workspace;
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
