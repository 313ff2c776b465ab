import { operations } from '@penstock/contract';
import { contractDocument } from '@penstock/contract/documents';
import { readWebhooks } from '@penstock/contract/reader';
import { expect, test } from 'vitest';
import { builtSite, text, words } from '../support/built-site.ts';
import { contractOperations, errorCodes } from '../support/contract-fields.ts';

const site = await builtSite();
const all = contractOperations();
const codes = [...new Set(all.flatMap((operation) => [...errorCodes(operation)]))];
const surfaces = ['management', 'observability'] as const;

test.each(codes)(
  'the page of the error %s has its status, an example, and the operations that return it',
  (code) => {
    const page = `reference/errors/${code}/index.html`;
    const returning = all.filter((operation) => errorCodes(operation).has(code));
    expect(words(site, page)).toContain(`"code": "${code}"`);
    const [, title, meaning] =
      /\b\d{3} ([^\n]+\.)\n.*?What it means\s+(\S[^\n]*)/s.exec(words(site, page)) ?? expect.fail(page);
    expect(meaning, 'is more than the title').not.toBe(title);
    expect(words(site, page)).toMatch(/What to do\s+\S/);
    if (returning.length === all.length) {
      expect(words(site, page)).toContain('Every operation of both surfaces.');
      return;
    }
    const section = /<section id="operations".*?<\/section>/s.exec(text(site, page))?.[0] ?? '';
    const linked = [...section.matchAll(/href="(?:\.\.\/)+\w+\/[\w-]+\/(\w+)\/"/g)].map(([, id]) => id);
    expect(new Set(linked)).toEqual(new Set(returning.map(({ operationId }) => operationId)));
  },
);

test('the list of errors has every code, and describes the fields of the body', () => {
  const page = text(site, 'reference/errors/index.html');
  for (const code of codes) expect(page).toContain(`<a href="${code}/">`);
  for (const field of ['code', 'requestId', 'errors.pointer']) expect(page).toContain(`id="error.${field}"`);
});

test.each(readWebhooks(contractDocument('management')))(
  'the page of the event $path has its headers and fields',
  ({ path, parameters, operation }) => {
    const page = `reference/events/${path}/index.html`;
    for (const { name } of parameters) expect(text(site, page)).toContain(`id="header.${name}"`);
    expect(text(site, page)).toContain('id="event.');
    expect(words(site, page)).toContain(operation.description?.split('`')[0] ?? '');
  },
);

test.each(surfaces)(
  '%s: the field index has every property of every schema and every parameter',
  (surface) => {
    const index = text(site, 'reference/fields/index.html');
    const { schemas = {} } = contractDocument(surface).components;
    for (const [schema, { properties = {} }] of Object.entries(schemas)) {
      for (const name of Object.keys(properties)) {
        const [entry = ''] = index.slice(index.indexOf(`<div id="${name}">`)).split('</div>');
        expect(entry, `${schema}.${name}`).toContain(`>${schema}</a>`);
      }
    }
    for (const { parameters } of all)
      for (const { name } of parameters) expect(index).toContain(`<div id="${name}">`);
  },
);

test.each(surfaces)('%s: the surface and its groups list every operation', (surface) => {
  const own = Object.entries(operations).filter(([, operation]) => operation.surface === surface);
  const page = text(site, `reference/${surface}/index.html`);
  for (const [operationId, { tag, summary }] of own) {
    expect(page).toContain(`href="${tag}/${operationId}/"`);
    expect(words(site, `reference/${surface}/${tag}/index.html`)).toContain(summary);
  }
});
