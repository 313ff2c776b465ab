import type { OpenApiDocument, ParameterObject } from '@penstock/contract/reader';
import { resolve } from '@penstock/contract/reader';
import { type MockOperation, readMockOperations } from '../contract/operations.ts';

/** Returns what the mock prints at start: its base URLs and a line to paste. */
export function greeting(url: string, documents: readonly OpenApiDocument[], watchedFiles: number): string {
  const [first] = documents;
  return [
    "Penstock mock: responses are the contract's examples.",
    ...table(documents.map((document) => columnsOf(url, document))),
    ...(watchedFiles === 0 ? [] : [`Watching ${watchedFiles} contract files.`]),
    '',
    ...(first === undefined ? [] : ['Try it:', `  ${curlCommand(url, first)}`, '']),
  ].join('\n');
}

const CREDENTIALS = { basic: 'any API key (Basic)', bearer: 'any token (Bearer)', none: 'no credentials' };
const CURL_OPTIONS = { basic: '-u key:secret ', bearer: "-H 'Authorization: Bearer token' ", none: '' };

function columnsOf(url: string, document: OpenApiDocument): string[] {
  const [operation] = readMockOperations(document);
  return [document.info.title, `${url}${versionPath(operation)}`, CREDENTIALS[schemeOf(operation)]];
}

function schemeOf(operation: MockOperation | undefined): 'basic' | 'bearer' | 'none' {
  return operation?.schemes[0] ?? 'none';
}

function table(rows: readonly string[][]): string[] {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widthOf(column))).join('  ')}`.trimEnd(),
  );
}

/** The common prefix of all paths: `/v1` or `/api/v2`. */
function versionPath(operation: MockOperation | undefined): string {
  return /^.*?\/v\d+(?=\/)/.exec(operation?.path ?? '')?.[0] ?? '';
}

/** Reads one resource if there is such an operation, with the ids of the contract's examples. */
function curlCommand(url: string, document: OpenApiDocument): string {
  const reads = readMockOperations(document).filter(({ method }) => method === 'get');
  const read = reads.find(({ path }) => path.endsWith('}')) ?? reads[0];
  const examples = exampleValues(document);
  const path = read?.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => String(examples.get(name) ?? name));
  return `curl ${CURL_OPTIONS[schemeOf(read)]}${url}${path ?? '/'}`;
}

function exampleValues(document: OpenApiDocument): Map<string, unknown> {
  const parameters = Object.values(document.components?.parameters ?? {});
  return new Map(
    parameters.map((written) => {
      const { name, example } = resolve<ParameterObject>(document, written);
      return [name, example];
    }),
  );
}
