import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operations } from '@penstock/contract';
import type { OpenApiDocument } from '@penstock/contract/documents';
import { expect, test } from 'vitest';
import { contractBundles } from '../src/bundle.ts';
import { builtSite, text } from './built-site.ts';

// Browser modules without types: what they take and give is said here.
const { tryItServers, switchOffOptionalParameters } = (await import(
  new URL('../assets/try-it.js', import.meta.url).href
)) as {
  tryItServers(origin: string, contractServers: readonly object[]): readonly object[];
  switchOffOptionalParameters(document: unknown): OpenApiDocument;
};

const { showDecisions } = (await import(new URL('../assets/provenance.js', import.meta.url).href)) as {
  showDecisions(document: unknown): OpenApiDocument;
};

test.each(['management', 'observability'])(
  '%s: every operation is in the document drawn',
  async (surface) => {
    const document = documentOf(await builtSite(), surface);
    for (const [operationId, operation] of Object.entries(operations)) {
      if (operation.surface !== surface) continue;
      expect(document.paths[operation.path]?.[operation.method]).toMatchObject({ operationId });
    }
  },
);

test.each(['management.json', 'management.yaml', 'observability.json', 'observability.yaml'])(
  '%s is published byte for byte',
  async (name) => {
    expect((await builtSite()).get(name)).toEqual(await readFile(join(contractBundles, name)));
  },
);

test('credentials are never persisted, and nothing is asked of other hosts', async () => {
  const script = text(await builtSite(), 'reference.js');
  for (const option of [
    'persistAuth: false',
    'telemetry: false',
    "proxyUrl: ''",
    'withDefaultFonts: false',
  ]) {
    expect(script).toContain(option);
  }
});

test('every place that rests on a decision says so, and what was given does not', async () => {
  const document = showDecisions(documentOf(await builtSite(), 'management'));
  const { PipeState, KafkaSource } = document.components.schemas as Record<string, DescribedSchema>;
  expect(PipeState?.description).toMatch(/New states may be added\. \*\(decided: D-28\)\*$/);
  expect(KafkaSource?.properties?.brokers?.description).not.toContain('decided');
  const marked = JSON.stringify(document).match(/"x-decision"/g)?.length ?? 0;
  const shown = JSON.stringify(document).match(/\*\(decided: /g)?.length ?? 0;
  expect(shown).toBe(marked);
});

interface DescribedSchema {
  readonly description: string;
  readonly properties?: Readonly<Record<string, { readonly description: string }>>;
}

test('Try-it asks the server of the page first', () => {
  const contractServers = [{ url: 'https://api.penstock.example' }];
  expect(tryItServers('http://127.0.0.1:8080', contractServers)).toMatchObject([
    { url: 'http://127.0.0.1:8080' },
    { url: 'https://api.penstock.example' },
  ]);
});

test('Try-it sends optional parameters only when asked to', () => {
  const optional = () => ({ name: 'cursor', in: 'query', example: 'abc' });
  const required = { name: 'id', in: 'path', required: true, example: '1' };
  const off = {
    name: 'cursor',
    in: 'query',
    examples: { default: { value: 'abc', 'x-disabled': true } },
  };
  const document = switchOffOptionalParameters({
    components: { parameters: { Cursor: optional(), Id: required } },
    paths: {
      '/v1/x': { summary: 'X', parameters: [optional()], get: { parameters: [optional(), required] } },
    },
  });
  expect(document).toEqual({
    components: { parameters: { Cursor: off, Id: required } },
    paths: { '/v1/x': { summary: 'X', parameters: [off], get: { parameters: [off, required] } } },
  });
});

function documentOf(site: ReadonlyMap<string, Buffer>, surface: string): OpenApiDocument {
  const path = /data-document="([^"]+)"/.exec(text(site, `${surface}.html`))?.[1];
  return JSON.parse(text(site, path ?? '')) as OpenApiDocument;
}
