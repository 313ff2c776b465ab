import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Surface } from '@penstock/contract';
import type { OpenApiDocument } from '@penstock/contract/reader';
import { SiteBuildError } from '../site-build-error.ts';

/** The bundle of one surface: the document and its two published files. */
export interface Bundle {
  readonly surface: Surface;
  readonly document: OpenApiDocument;
  readonly json: Buffer;
  readonly yaml: Buffer;
}

export const surfaces: readonly Surface[] = ['management', 'observability'];

/** The folder of the bundles in @penstock/contract. */
export const contractBundles = fileURLToPath(
  new URL('.', import.meta.resolve('@penstock/contract/openapi/management.json')),
);

/** @throws SiteBuildError if a bundle is missing or is not an OpenAPI document. */
export function readBundles(directory: string): Promise<Bundle[]> {
  return Promise.all(surfaces.map((surface) => readBundle(directory, surface)));
}

async function readBundle(directory: string, surface: Surface): Promise<Bundle> {
  const path = join(directory, surface);
  const [json, yaml] = await Promise.all([readArtefact(`${path}.json`), readArtefact(`${path}.yaml`)]);
  return { surface, document: parseDocument(json, `${path}.json`), json, yaml };
}

async function readArtefact(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch {
    throw new SiteBuildError(`${path} cannot be read: run \`pnpm generate\`, which writes it.`);
  }
}

function parseDocument(json: Buffer, path: string): OpenApiDocument {
  const value = parseJson(json);
  if (isOpenApiDocument(value)) return value;
  throw new SiteBuildError(`${path} is not an OpenAPI 3.1 document: run \`pnpm generate\`, which writes it.`);
}

function parseJson(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString('utf8'));
  } catch {
    return undefined;
  }
}

function isOpenApiDocument(value: unknown): value is OpenApiDocument {
  if (!isObject(value)) return false;
  const version = value.openapi;
  const parts = [value.info, value.paths, value.components];
  return typeof version === 'string' && version.startsWith('3.1.') && parts.every(isObject);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
