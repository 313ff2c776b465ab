import { isDeepStrictEqual } from 'node:util';
import type { Bundle } from '../bundle/bundle.ts';
import {
  type BundleDiagnostic,
  locationInSources,
  throwDiagnostics,
} from '../diagnostics/bundle-diagnostics.ts';
import { isIdentifier } from '../identifier.ts';
import type { SchemaObject } from '../read/contract-reader.ts';
import { typePrefix } from '../surfaces.ts';
import { HEADER, jsDoc } from './typescript-source.ts';

interface NamedSchema {
  name: string;
  schema: SchemaObject;
  bundle: Bundle;
}

/** One alias for each component schema; both documents share the names, so both must mean the same by one. */
export async function generateSchemas(bundles: Bundle[]): Promise<string> {
  const schemas = new Map<string, NamedSchema>();
  const diagnostics: BundleDiagnostic[] = [];
  for (const entry of bundles.flatMap(namedSchemas)) {
    const first = schemas.get(entry.name);
    if (!isIdentifier(entry.name)) diagnostics.push(unusableName(entry));
    if (!first) schemas.set(entry.name, entry);
    else if (!isDeepStrictEqual(first.schema, entry.schema)) diagnostics.push(await differing(first, entry));
  }
  await throwDiagnostics(diagnostics);

  const imports = bundles.map(
    ({ surface }) => `import type { components as ${typePrefix(surface)} } from './${surface}.ts';\n`,
  );
  const aliases = [...schemas.values()].map(alias);
  return [HEADER, ...imports, ...aliases].join('');
}

/** How many differently named schemas the documents have together. */
export function countSchemas(bundles: Bundle[]): number {
  return new Set(bundles.flatMap(namedSchemas).map(({ name }) => name)).size;
}

function namedSchemas(bundle: Bundle): NamedSchema[] {
  const schemas = Object.entries(bundle.document.components?.schemas ?? {});
  return schemas.map(([name, schema]) => ({ name, schema, bundle }));
}

function alias({ name, schema, bundle }: NamedSchema): string {
  const type = `${typePrefix(bundle.surface)}['schemas']['${name}']`;
  return `\n${jsDoc([schema.description ?? schema.title])}export type ${name} = ${type};\n`;
}

async function differing(first: NamedSchema, second: NamedSchema): Promise<BundleDiagnostic> {
  const { file } = await locationInSources(first.bundle, pointerTo(first));
  return {
    bundle: second.bundle,
    pointer: pointerTo(second),
    rule: 'schema-name-unique',
    message: `The schema ${second.name} differs from the one of ${first.bundle.surface} in ${file}.`,
    advice: 'Use one file in both documents, or rename one of the two.',
  };
}

function unusableName(schema: NamedSchema): BundleDiagnostic {
  return {
    bundle: schema.bundle,
    pointer: pointerTo(schema),
    rule: 'schema-name',
    message: `The schema ${schema.name} cannot be the name of a TypeScript type.`,
    advice: 'Name the file in PascalCase.',
  };
}

function pointerTo({ name }: NamedSchema): string[] {
  return ['components', 'schemas', name];
}
