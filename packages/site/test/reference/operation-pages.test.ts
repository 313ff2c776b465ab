import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtSite, text, words } from '../support/built-site.ts';
import { type ContractOperation, contractOperations, errorCodes } from '../support/contract-fields.ts';

const site = await builtSite();
const all = contractOperations();

test.each(all)(
  '$operationId: the page has the complete path, and each parameter and field in order',
  (operation) => {
    const page = pageOf(operation);
    expect(words(site, page)).toContain(`${operation.method.toUpperCase()} ${operation.path}`);
    const ids = [...text(site, page).matchAll(/<li class="field" id="([^"]+)"/g)].map(([, id = '']) => id);
    const { parameters, requestIds, responseIds } = operation;
    const parameterIds = parameters.map(({ in: location, name }) => `${location}.${name}`);
    expect(new Set(ids)).toEqual(
      new Set([...parameterIds, ...requestIds, ...responseIds, ...headerIds(operation)]),
    );
    expect(ids.filter((id) => id.startsWith('body.'))).toEqual(requestIds);
    expect(ids.filter((id) => id.startsWith('response.'))).toEqual(responseIds);
  },
);

test.each(all)(
  '$operationId: the page links to the errors that the operation returns, and to no others',
  (operation) => {
    const section = /<section id="errors".*?<\/section>/s.exec(text(site, pageOf(operation)))?.[0] ?? '';
    const linked = [...section.matchAll(/href="(?:\.\.\/)+errors\/(\w+)\/"/g)].map(([, code = '']) => code);
    expect(new Set(linked)).toEqual(errorCodes(operation));
  },
);

test.each(all)(
  '$operationId: the page with all that it loads is smaller than 60 kB, compressed',
  (operation) => {
    const page = pageOf(operation);
    const markup = text(site, page);
    const loaded = [...markup.matchAll(/<(?:script|link|img)[^>]*?\s(?:src|href)="([^"]*\.\w+)"/g)];
    const paths = loaded.map(([, link = '']) => posix.join(posix.dirname(page), link));
    const files = [...new Set(paths)]
      .filter((path) => /\.(?:css|js|svg)$/.test(path))
      .map((path) => text(site, path));
    expect(files.length).toBeGreaterThan(3);
    const bytes = [markup, ...files].reduce((sum, file) => sum + gzipSync(file).length, 0);
    expect(bytes).toBeLessThan(60_000);
  },
);

test.each([
  ['createPipe', 'name', 'required 1 to 255 characters Example Orders from the broker'],
  ['createPipe', 'startPaused', 'boolean Default false'],
  ['createPipe', 'source.kafka.type', 'One of kafka redpanda msk'],
  ['createPipe', 'source.kafka.credentials', 'Required if authentication is SCRAM-SHA-256 or SCRAM-SHA-512'],
  ['createPipe', 'scaling.replicaCpuMillicores', 'millicores'],
  ['updatePipe', 'source.kafka.caCertificate', 'Null removes it'],
  ['createDashboard', 'tiles.config.markdown', 'Required if displayType is markdown.'],
  ['createDashboard', 'tiles.config.sourceId', 'Required unless displayType is markdown.'],
  ['createDashboard', 'tiles.config.select.valueExpression', 'Required unless aggFn is count.'],
  ['createDashboard', 'tiles', 'list of objects'],
  ['createWebhook', 'headers', 'map of secret strings'],
])('%s: the field %s has %j', (operationId, path, expected) => {
  const operation = all.find((each) => each.operationId === operationId) as ContractOperation;
  expect(fieldText(operation, `body.${path}`)).toSatisfy((found: string) => inOrder(found, expected));
});

test('the source of a pipe and the display type of a tile are alternatives', () => {
  const legends = (operationId: string) => {
    const operation = all.find((each) => each.operationId === operationId) as ContractOperation;
    const body = /<section id="request-body".*?<section id="request-examples"/s.exec(
      text(site, pageOf(operation)),
    )?.[0];
    return [...(body ?? '').matchAll(/<legend>(.*?)<\/legend>/g)].map(([, legend = '']) =>
      legend.replace(/<.*?>/g, ''),
    );
  };
  expect(legends('createPipe')).toEqual(expect.arrayContaining(['Exactly one of', 'authentication', 'type']));
  expect(legends('createDashboard')).toEqual(expect.arrayContaining(['displayType', 'aggFn']));
});

test('the provenance of operations and fields follows the specification', () => {
  const origin = (operationId: string, marked: RegExp) => {
    const operation = all.find((each) => each.operationId === operationId) as ContractOperation;
    const mark = new RegExp(`${marked.source}.*?<span class="provenance">(.*?)</span>`, 's');
    return mark.exec(text(site, pageOf(operation)))?.[1]?.replace(/<.*?>/g, '');
  };
  const operation = /<dt>Operation<\/dt>/;
  expect(origin('updatePipe', operation)).toMatch(/^Specified/);
  expect(origin('listAlerts', operation)).toMatch(/^Only named/);
  expect(origin('createWebhook', operation)).toMatch(/^Added/);
  expect(origin('getPipe', /id="response.result.state"/)).toMatch(/^Specified, details .*D-28/);
  expect(origin('createWebhook', /id="body.name"/)).toMatch(/^Added .*D-51/);
});

test.each([
  ['listPipes', ['The life cycle of a pipe', 'Paging and filters', 'Errors']],
  ['deleteWebhook', ['Concurrent', 'Errors']],
])('%s: the page links to the guides about it', (operationId, titles) => {
  const operation = all.find((each) => each.operationId === operationId) as ContractOperation;
  const guides = /<nav class="guides-for".*?<\/nav>/s.exec(text(site, pageOf(operation)))?.[0] ?? '';
  const found = [...guides.matchAll(/<li><a [^>]*>(.*?)<\/a>/g)].map(([, title = '']) => title);
  expect(found).toEqual(titles.map((title) => expect.stringContaining(title)));
});

function pageOf({ facts: { surface, tag }, operationId }: ContractOperation): string {
  return `reference/${surface}/${tag}/${operationId}/index.html`;
}

function headerIds({ responses }: ContractOperation): string[] {
  return Object.keys(responses.get('200')?.headers ?? {}).map((name) => `response-header.${name}`);
}

/** Returns the text of a field without the fields in it. */
function fieldText(operation: ContractOperation, id: string): string {
  const markup = text(site, pageOf(operation));
  const start = markup.indexOf(`id="${id}"`);
  const end = markup.indexOf('<li class="field"', start);
  return markup
    .slice(markup.indexOf('>', start) + 1, end)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll(' .', '.')
    .replaceAll(' ,', ',');
}

/** Whether a text contains the words in this order. */
function inOrder(found: string, expected: string): boolean {
  let position = 0;
  return expected.split(' ').every((word) => {
    position = found.indexOf(word, position);
    return position !== -1;
  });
}
