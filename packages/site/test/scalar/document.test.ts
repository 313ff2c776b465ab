import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operations } from '@penstock/contract';
import type { OpenApiDocument } from '@penstock/contract/reader';
import { expect, test } from 'vitest';
import { contractBundles } from '../../src/contract/bundle.ts';
import { builtSite, text } from '../support/built-site.ts';

const site = await builtSite();
const all = Object.entries(operations).map(([operationId, operation]) => ({ operationId, ...operation }));

test.each(['management', 'observability'])('%s: every operation is in the document for Scalar', (surface) => {
  const document = drawn(surface);
  for (const { operationId, path, method } of all.filter((operation) => operation.surface === surface)) {
    expect(document.paths[path]?.[method]).toMatchObject({ operationId });
  }
});

test.each(['management.json', 'management.yaml', 'observability.json', 'observability.yaml'])(
  '%s is published byte for byte',
  async (name) => {
    expect(site.get(name)).toEqual(await readFile(join(contractBundles, name)));
  },
);

test('Scalar stores no credentials and sends no requests to other hosts', () => {
  const script = text(site, 'scalar/draw.js');
  for (const option of [
    'persistAuth: false',
    'telemetry: false',
    "proxyUrl: ''",
    'withDefaultFonts: false',
  ]) {
    expect(script).toContain(option);
  }
});

test.each(all)('$operationId has its provenance and stability', (operation) => {
  const { surface, path, method, stability } = operation;
  const described = drawn(surface).paths[path]?.[method] as Described;
  const badges = described['x-badges']?.map(({ name }) => name) ?? [];
  expect(badges[0]).toMatch(/^(?:Given|Listed|Decided)$/);
  expect(badges.slice(1)).toEqual(stability === 'stable' ? [] : [capitalized(stability)]);
  expect(described.description).toContain(`>${badges[0]}`);
});

test('the provenance of operations follows the specification', () => {
  const badge = (id: keyof typeof operations) => {
    const { surface, path, method } = operations[id];
    const described = drawn(surface).paths[path]?.[method] as Described | undefined;
    return described?.['x-badges']?.[0]?.name;
  };
  expect([badge('updatePipe'), badge('createAlert'), badge('listStackDashboards')]).toEqual(
    Array(3).fill('Given'),
  );
  expect([badge('createPipe'), badge('listAlerts')]).toEqual(['Listed', 'Listed']);
  expect([badge('createWebhook'), badge('updatePipeScaling')]).toEqual(['Decided', 'Decided']);
});

test.each(['management', 'observability'] as const)('%s: every property has its provenance', (surface) => {
  for (const [schema, { properties = {} }] of Object.entries(schemas(surface))) {
    for (const [name, { description }] of Object.entries(properties)) {
      expect(description, `${schema}.${name}`).toMatch(/<span class="mark (?:given|decided)">/);
    }
  }
});

test('properties are marked as given, decided, or given with decided details', () => {
  const { Pipe, PipeSettings, KafkaSource, Webhook } = schemas('management');
  expect(PipeSettings?.properties?.engine_max_threads?.description).toMatch(
    /<span class="mark given">Given<\/span>$/,
  );
  expect(Pipe?.properties?.state?.description).toMatch(/>Given<.*>Details decided .*>D-28</);
  expect(KafkaSource?.properties?.format?.description).toMatch(/<span class="mark decided">Decided .*>D-21</);
  expect(Webhook?.properties?.name?.description).toMatch(/<span class="mark decided">Decided .*>D-51</);
});

test('every mark of a decision links to it and has its question as the title', () => {
  const marks = JSON.stringify(drawn('management')).matchAll(
    /href=\\"([^"]*?)\\" title=\\"(.*?)\\">(D-\d+)</g,
  );
  const found = [...marks];
  expect(found.length).toBeGreaterThan(500);
  const register = text(site, 'guides/decisions.html');
  for (const [, href, title, id = ''] of found) {
    expect(href).toBe(`../../../guides/decisions.html#${id.toLowerCase()}`);
    expect(register).toContain(`id="${id.toLowerCase()}"`);
    // In Markdown a backtick would start code, even inside an attribute.
    expect(title).toMatch(/^[^`]+$/);
  }
});

test('the description of an open set lists its known values', () => {
  expect(schemas('management').PipeState?.description).toContain('Known values: `Provisioning`, `Setup`');
});

test('the introduction explains the marks', () => {
  const { description } = drawn('observability').info;
  for (const mark of ['Given', 'Listed', 'Decided', 'Details decided', 'Beta', 'Experimental']) {
    expect(description).toContain(`>${mark}</span>`);
  }
});

interface Described {
  readonly description: string;
  readonly 'x-badges'?: readonly { readonly name: string }[];
  readonly properties?: Readonly<Record<string, Described>>;
}

function drawn(surface: string): OpenApiDocument {
  return JSON.parse(text(site, `scalar/${surface}.json`)) as OpenApiDocument;
}

function schemas(surface: string): Readonly<Record<string, Described>> {
  return drawn(surface).components.schemas as Readonly<Record<string, Described>>;
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

test('schemas with variants describe them', () => {
  const { PipeSourceCreate, KafkaOffsetCreate, TileSeriesCreate, AlertCreate } = schemas('management');
  expect(PipeSourceCreate?.description).toContain(
    'Exactly one of `kafka`, `objectStorage`, `kinesis`, `postgres` is present.',
  );
  expect(KafkaOffsetCreate?.description).toContain('\n- `from_latest` (default): no further properties\n');
  expect(TileSeriesCreate?.description).toContain('\n- without `aggFn`: `valueExpression` (required)');
  expect(AlertCreate?.description).toContain('\n- `tile`: `dashboardId`, `tileId` (required)');
});
