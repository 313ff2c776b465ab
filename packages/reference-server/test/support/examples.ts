import type { OperationId } from '@penstock/contract';
import { requestExamples } from '@penstock/contract/examples';

/** The named request example of an operation, a copy that a test may change. */
// biome-ignore lint/suspicious/noExplicitAny: tests change single properties of examples
export function requestExample(operationId: OperationId, name: string): any {
  const example = requestExamples(operationId)[name];
  if (example === undefined)
    throw new Error(`The contract has no request example ${name} of ${operationId}.`);
  return example;
}

/** Every secret string of a body. */
export function secretsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    if (name === 'credentials' || name === 'accessKey') return Object.values(value as Record<string, string>);
    return secretsIn(value);
  });
}
