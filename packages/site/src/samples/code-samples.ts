import type { HttpMethod } from '@penstock/contract';
import type { OpenApiDocument } from '@penstock/contract/reader';
import { type DocumentedOperation, documentedOperations } from '../contract/operation-facts.ts';
import { curlSample } from './curl.ts';
import { goSample } from './go.ts';
import { javaSample } from './java.ts';
import { pythonSample } from './python.ts';
import { rustSample } from './rust.ts';
import { typescriptSample } from './typescript.ts';

/** A program that sends a request of an operation, as an entry of `x-codeSamples`. */
export interface CodeSample {
  readonly lang: 'bash' | 'typescript' | 'python' | 'go' | 'rust' | 'java';
  /** The name of the language for readers. */
  readonly label: string;
  /** The name of the request example that it sends; absent without a request body. */
  readonly example?: string;
  /** The title of the request example for readers; absent without a request body. */
  readonly exampleTitle?: string;
  readonly source: string;
}

const languages = [
  { lang: 'bash', label: 'curl', sample: curlSample },
  { lang: 'typescript', label: 'TypeScript', sample: typescriptSample },
  { lang: 'python', label: 'Python', sample: pythonSample },
  { lang: 'go', label: 'Go', sample: goSample },
  { lang: 'rust', label: 'Rust', sample: rustSample },
  { lang: 'java', label: 'Java', sample: javaSample },
] as const;

/**
 * Returns the samples of an operation: one per request example and language. They read credentials and ids from
 * environment variables.
 */
export function codeSamples(operation: DocumentedOperation): CodeSample[] {
  const examples = operation.requestExamples.map(({ name, summary, value }) => ({
    body: value,
    named: { example: name, exampleTitle: summary },
  }));
  const calls = examples.length > 0 ? examples : [{ body: undefined, named: {} }];
  return languages.flatMap(({ lang, label, sample }) =>
    calls.map(({ body, named }) => ({ lang, label, ...named, source: sample({ ...operation, body }) })),
  );
}

/** Returns a copy of a document with the samples of each operation as `x-codeSamples`. */
export function withCodeSamples(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const operation of documentedOperations(document)) {
    const described = copy.paths[operation.path]?.[operation.method.toLowerCase() as HttpMethod];
    Object.assign(described as object, { 'x-codeSamples': codeSamples(operation) });
  }
  return copy;
}
