import type { OperationId } from '@penstock/contract';
import { requestExamples, responseExamples } from '@penstock/contract/examples';
import { type Contract, type Operation, penstockContract } from '../../src/contract.ts';
import { type DeclaredResponses, readDeclaredResponses } from '../../src/responses/declared-responses.ts';

/** Read at first use. */
let declared: DeclaredResponses | undefined;

/**
 * The paths of these operations and no others, as a contract: a server for them starts in a fraction of the time that
 * one for all operations takes.
 */
export function contractOfPaths(...operationIds: string[]): Contract {
  const paths = new Set(operationIds.map((operationId) => operation(operationId).path));
  return {
    ...penstockContract,
    operations: penstockContract.operations.filter(({ path }) => paths.has(path)),
  };
}

/** A document as tests change it. */
// biome-ignore lint/suspicious/noExplicitAny: tests break documents in every way
type AnyDocument = any;

/** The contract with changed documents. The copies that were generated are of the unchanged ones. */
export function contractWith(contract: Contract, change: (document: AnyDocument) => void): Contract {
  const { responseCopies: _generated, ...others } = contract;
  return {
    ...others,
    document: (surface) => {
      const document = contract.document(surface);
      change(document);
      return document;
    },
  };
}

/** The operation of that name. */
export function operation(operationId: string): Operation {
  const found = penstockContract.operations.find((candidate) => candidate.operationId === operationId);
  if (found === undefined) throw new Error(`The contract has no operation ${operationId}.`);
  return found;
}

/** The contract's own request example, a fresh object. */
export function requestExample(operationId: string, name?: string): Record<string, unknown> {
  return exampleOf(requestExamples(operationId as OperationId), name);
}

/** The contract's own 200 example, a fresh object. */
export function responseExample(operationId: string): Record<string, unknown> {
  return exampleOf(responseExamples(operationId as OperationId, 200));
}

/** The headers that the contract requires of a pipe, made up. */
export const RESPONSE_HEADERS = { ETag: '"1"' };

/** A success as a handler returns it, made of the contract's example. Lists and deletes have no version. */
export function validResponse(operationId: string): object {
  declared ??= readDeclaredResponses(penstockContract);
  const headers = declared.of(operation(operationId)).get(200)?.headers.has('etag') ? RESPONSE_HEADERS : {};
  return { status: 200, body: responseExample(operationId), headers };
}

/** The value of `Allow` for the path of the operation. */
export function allowOf(operationId: string): string {
  const methods = methodsOf(operationId);
  const head = methods.includes('GET') ? ['HEAD'] : [];
  return [...methods, ...head, 'OPTIONS'].sort().join(', ');
}

/** Methods that the path of the operation does not have. */
export function otherMethods(operationId: string): string[] {
  const methods = methodsOf(operationId);
  return ['DELETE', 'PATCH', 'POST', 'PUT', 'TRACE', 'PROPFIND'].filter(
    (method) => !methods.includes(method),
  );
}

function methodsOf(operationId: string): string[] {
  const { path } = operation(operationId);
  return penstockContract.operations
    .filter((candidate) => candidate.path === path)
    .map(({ method }) => method.toUpperCase());
}

/** Returns a path of the operation with a UUID for every parameter. */
export function pathOf(operationId: string): string {
  return operation(operationId).path.replaceAll(/\{[^}]+\}/g, '018f6d2a-7c41-7b0e-9d3f-2f6a1c5e8b34');
}

function exampleOf(examples: Record<string, unknown>, name?: string): Record<string, unknown> {
  const example = name === undefined ? Object.values(examples)[0] : examples[name];
  if (example === undefined) throw new Error('The contract has no such example.');
  return example as Record<string, unknown>;
}
