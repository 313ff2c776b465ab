import { contractDocument } from '@penstock/contract/documents';
import { type Operation, penstockContract } from '../src/contract.ts';
import { resolveReference } from '../src/path-document.ts';

interface Media {
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Described {
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

/** The operation of that name. */
export function operation(operationId: string): Operation {
  const found = penstockContract.operations.find((candidate) => candidate.operationId === operationId);
  if (found === undefined) throw new Error(`The contract has no operation ${operationId}.`);
  return found;
}

/** The contract's own request example, a fresh object. */
export function requestExample(operationId: string, name?: string): Record<string, unknown> {
  return exampleOf(described(operationId).requestBody?.content['application/json'], name) as Record<
    string,
    unknown
  >;
}

/** The contract's own 200 example, a fresh object. */
export function answerExample(operationId: string): Record<string, unknown> {
  const document = contractDocument(operation(operationId).surface);
  const response = resolveReference(document, described(operationId).responses['200']) as {
    content: Record<string, Media>;
  };
  return exampleOf(response.content['application/json']) as Record<string, unknown>;
}

/** A path of the operation with a UUID in the place of every parameter. */
export function pathOf(operationId: string): string {
  return operation(operationId).path.replaceAll(/\{[^}]+\}/g, '018f6d2a-7c41-7b0e-9d3f-2f6a1c5e8b34');
}

function described(operationId: string): Described {
  const { surface, path, method } = operation(operationId);
  return contractDocument(surface).paths[path]?.[method] as Described;
}

function exampleOf(media: Media | undefined, name?: string): unknown {
  const examples = media?.examples ?? {};
  const example = name === undefined ? Object.values(examples)[0] : examples[name];
  if (example === undefined) throw new Error('The contract has no such example.');
  return example.value;
}
