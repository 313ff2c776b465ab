import type { HttpMethod } from '@penstock/contract';
import type { OpenApiDocument } from '@penstock/contract/documents';
import { type DocumentedOperation, documentedOperations } from '../contract/documented-operations.ts';
import { curlSample } from './curl.ts';
import { pythonSample } from './python.ts';
import { typescriptSample } from './typescript.ts';

/** A program that calls an operation, as an entry of `x-codeSamples`. */
export interface CodeSample {
  readonly lang: 'bash' | 'typescript' | 'python';
  /** What a reader chooses it by. */
  readonly label: string;
  /** The request example that it sends, by its name in the contract; absent if the operation takes no body. */
  readonly example?: string;
  readonly source: string;
}

const languages = [
  { lang: 'bash', label: 'curl', sample: curlSample },
  { lang: 'typescript', label: 'TypeScript', sample: typescriptSample },
  { lang: 'python', label: 'Python', sample: pythonSample },
] as const;

/**
 * The samples of an operation: for each of its request examples one in each language. They read everything that
 * differs from reader to reader, credentials above all, from environment variables.
 */
export function codeSamples(operation: DocumentedOperation): CodeSample[] {
  const { requestExamples } = operation;
  const examples = Object.entries(requestExamples).map(([example, body]) => ({ body, named: { example } }));
  const calls = examples.length > 0 ? examples : [{ body: undefined, named: {} }];
  return languages.flatMap(({ lang, label, sample }) =>
    calls.map(({ body, named }) => ({ lang, label, ...named, source: sample({ ...operation, body }) })),
  );
}

/** A copy of a surface's document that has the samples of each operation as its `x-codeSamples`. */
export function withCodeSamples(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const operation of documentedOperations(document)) {
    const described = copy.paths[operation.path]?.[operation.method.toLowerCase() as HttpMethod];
    Object.assign(described as object, { 'x-codeSamples': codeSamples(operation) });
  }
  return copy;
}
