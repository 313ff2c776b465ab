import type { DocumentedOperation } from '../contract/operation-facts.ts';
import type { SurfaceFacts } from '../contract/surface-facts.ts';
import { type CodeSample, codeSamples } from '../samples/code-samples.ts';

export interface FirstCall {
  readonly operation: DocumentedOperation;
  /** One per language. */
  readonly samples: readonly CodeSample[];
}

/** The path parameters that come with the credentials. */
const known = new Set(['organizationId', 'serviceId']);

/** Returns the simplest call of a surface that needs only credentials. */
export function firstCall({ operations }: SurfaceFacts): FirstCall {
  const callable = operations.filter(({ path }) => unknownParameters(path).length === 0);
  const operation = callable.find(({ method }) => method === 'GET');
  if (!operation) throw new TypeError('No operation can be called with credentials only.');
  return { operation, samples: codeSamples(operation) };
}

function unknownParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => !known.has(name));
}
