import type { DocumentedOperation } from '../contract/documented-operations.ts';
import type { SurfaceFacts } from '../contract/surface-facts.ts';
import { type CodeSample, codeSamples } from '../samples/code-samples.ts';

export interface FirstCall {
  readonly operation: DocumentedOperation;
  /** One in each language. */
  readonly samples: readonly CodeSample[];
}

/** What whoever has credentials knows from the start: they name these. */
const known = new Set(['organizationId', 'serviceId']);

/** The simplest call of a surface that works with nothing but credentials. */
export function firstCall({ operations }: SurfaceFacts): FirstCall {
  const ready = operations.filter(({ path }) => unknownParameters(path).length === 0);
  const operation = ready.find(({ method }) => method === 'GET');
  if (!operation) throw new TypeError('Nothing can be read with nothing but credentials.');
  return { operation, samples: codeSamples(operation) };
}

function unknownParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => !known.has(name));
}
