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

test('the description of an open set lists its known values', () => {
  expect(schemas('management').PipeState?.description).toContain('Known values: `Provisioning`, `Setup`');
});

interface Described {
  readonly description: string;
  readonly properties?: Readonly<Record<string, Described>>;
}

function drawn(surface: string): OpenApiDocument {
  return JSON.parse(text(site, `scalar/${surface}.json`)) as OpenApiDocument;
}

function schemas(surface: string): Readonly<Record<string, Described>> {
  return drawn(surface).components.schemas as Readonly<Record<string, Described>>;
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
