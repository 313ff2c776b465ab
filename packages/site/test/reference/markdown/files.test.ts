import { posix } from 'node:path';
import { operations } from '@penstock/contract';
import { contractDocument } from '@penstock/contract/documents';
import { expect, test } from 'vitest';
import { problemCatalogue } from '../../../src/facts/problem-catalogue.ts';
import { builtSite, pagesOf, text } from '../../support/built-site.ts';
import { currentContract } from '../../support/current-contract.ts';

const site = await builtSite();
const contract = await currentContract();
const ofOperations = Object.entries(operations).map(([id, { surface, tag, method, path }]) => ({
  id,
  markdown: text(site, `reference/${surface}/${tag}/${id}/index.md`),
  endpoint: `${method.toUpperCase()} ${path}`,
}));

/** The Markdown of a usual operation is at most this large, in bytes. */
const usual = 6000;

/**
 * Operations whose Markdown may be larger: pipes and sources have a body for each kind, dashboards one for each kind of tile,
 * and alerts and queries send the most fields.
 */
const larger =
  /^(?:(?:create|get|update)Pipe|discoverPipeSchema|replacePipeSettings|\w+Dashboard(?:Tile)?|(?:preview|update|get)(?:Stack)?Alert|query(?:Stack)?Series|\w+Source)$/;

test('the Markdown of most operations is at most 6 kB', () => {
  const sizes = ofOperations.map(({ markdown }) => Buffer.byteLength(markdown)).sort((a, b) => a - b);
  expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(usual);
  const found = ofOperations.filter(({ markdown }) => Buffer.byteLength(markdown) > usual);
  expect(found.map(({ id }) => id).filter((id) => !larger.test(id))).toEqual([]);
});

test('the Markdown of an operation has its endpoint, parameters, errors and a sample', () => {
  for (const { id, markdown, endpoint } of ofOperations) {
    expect(markdown, id).toMatch(/^# \S.+\n\n/);
    expect(markdown, id).toContain(`\`${endpoint}\` (\`${id}\`)`);
    expect(markdown, id).toMatch(/```sh\n(?:.*\n)*curl /);
    const facts = contract.operations.get(id);
    for (const { name } of facts?.details.parameters ?? []) expect(markdown, id).toContain(`- \`${name}\` `);
    for (const { code } of facts?.details.errors ?? []) expect(markdown, id).toContain(`\`${code}\``);
  }
});

test('the Markdown of a body has all of its fields', () => {
  const { markdown = '' } = ofOperations.find(({ id }) => id === 'createPipe') ?? {};
  const { schemas = {} } = contractDocument('management').components;
  for (const schema of ['PipeCreate', 'KafkaSourceCreate', 'PostgresSettingsCreate']) {
    const names = Object.keys(schemas[schema]?.properties ?? {});
    for (const name of names) expect(markdown, schema).toContain(`- \`${name}\` `);
  }
  expect(markdown).toContain('Exactly one of `kafka`, `objectStorage`, `kinesis`, `postgres`:');
});

test('each group, error and event has Markdown', () => {
  for (const { surface, tags } of contract.surfaces)
    for (const { name, operations: inGroup } of tags)
      for (const { operationId } of inGroup)
        expect(text(site, `reference/${surface}/${name}/index.md`)).toContain(`[${operationId}](`);
  for (const { code, action } of problemCatalogue(contract)) {
    const markdown = text(site, `reference/errors/${code}/index.md`);
    expect(markdown).toContain(`# \`${code}\``);
    expect(markdown).toContain(action);
  }
  for (const name of contract.events.keys())
    expect(text(site, `reference/events/${name}/index.md`)).toContain('```json');
});

test('links in Markdown lead to existing files', () => {
  const files = [...site.keys()].filter((path) => /^(?:reference\/.*\.md|llms-full\.txt)$/.test(path));
  expect(files.length).toBeGreaterThan(100);
  for (const path of files) {
    const withoutCode = text(site, path).replaceAll(/```[\s\S]*?```/g, '');
    for (const [, target = ''] of withoutCode.matchAll(/\]\(([^()\s#]+)(?:#[^()\s]*)?\)/g)) {
      if (target.startsWith('https://')) continue;
      const file = posix.join(posix.dirname(path), target);
      expect(site.has(file) || site.has(`${file}index.html`), `${path} links to ${target}`).toBe(true);
    }
  }
});

test('each page with Markdown links to it, and has a button that copies it', () => {
  for (const page of pagesOf(site)) {
    const file = page.replace(/html$/, 'md');
    if (!site.has(file) || page === 'changelog.html') continue;
    const markup = text(site, page);
    const name = posix.basename(file);
    expect(markup, page).toContain(`<link rel="alternate" type="text/markdown" href="${name}">`);
    expect(markup, page).toContain(`<a href="${name}" type="text/markdown">`);
    expect(markup, page).toContain('class="copy" type="button" hidden');
  }
});
