import type { OpenApiDocument } from '@penstock/contract/documents';
import { operationPlaces, resolved, type WrittenParameter } from '../contract/document.ts';
import { type MockedOperation, operationsOf } from '../contract/operations.ts';

/** What a person needs to know who has just started the mock: where it is, and one line that works when pasted. */
export function welcome(url: string, documents: readonly OpenApiDocument[], watched: number): string {
  const [first] = documents;
  return [
    "Penstock mock, answering from the contract's examples",
    ...table(documents.map((document) => columnsOf(url, document))),
    ...(watched === 0 ? [] : [`Watching ${watched} files of the contract.`]),
    '',
    ...(first === undefined ? [] : ['Try it:', `  ${firstCall(url, first)}`, '']),
  ].join('\n');
}

const CREDENTIAL: Readonly<Record<string, string>> = {
  basic: 'any API key (Basic)',
  bearer: 'any token (Bearer)',
};
const CURL: Readonly<Record<string, string>> = {
  basic: '-u key:secret ',
  bearer: "-H 'Authorization: Bearer token' ",
};

function columnsOf(url: string, document: OpenApiDocument): string[] {
  const operations = operationsOf(document);
  const scheme = operations[0]?.scheme ?? '';
  return [document.info.title, `${url}${versionPath(operations)}`, CREDENTIAL[scheme] ?? 'no credentials'];
}

function table(rows: readonly string[][]): string[] {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widthOf(column))).join('  ')}`.trimEnd(),
  );
}

/** What all paths begin with: `/v1` or `/api/v2`. */
function versionPath([first]: readonly MockedOperation[]): string {
  return /^.*?\/v\d+(?=\/)/.exec(first?.path ?? '')?.[0] ?? '';
}

/** A read of one thing where there is one, with the ids of the contract's examples. */
function firstCall(url: string, document: OpenApiDocument): string {
  const reads = operationPlaces(document).filter(({ method }) => method === 'get');
  const read = reads.find(({ path }) => path.endsWith('}')) ?? reads[0];
  const scheme = operationsOf(document).find(({ path }) => path === read?.path)?.scheme ?? '';
  const examples = exampleValues(document);
  const path = read?.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => String(examples.get(name) ?? name));
  return `curl ${CURL[scheme] ?? ''}${url}${path ?? '/'}`;
}

function exampleValues(document: OpenApiDocument): Map<string, unknown> {
  const parameters = Object.values(document.components?.parameters ?? {});
  return new Map(
    parameters.map((one) => {
      const { name, example } = resolved<WrittenParameter>(document, one);
      return [name, example];
    }),
  );
}
