import { contractDocument } from '@penstock/contract/documents';

type Examples = Record<string, { readonly value: unknown }>;

/** The named request example of an operation, a copy that a test may change. */
// biome-ignore lint/suspicious/noExplicitAny: tests change single properties of examples
export function requestExample(operationId: string, name: string): any {
  for (const surface of ['management', 'observability'] as const) {
    for (const pathItem of Object.values(contractDocument(surface).paths)) {
      for (const operation of Object.values(pathItem)) {
        const candidate = operation as {
          operationId?: string;
          requestBody?: { content: Record<string, { examples: Examples }> };
        };
        if (candidate.operationId !== operationId) continue;
        const example = candidate.requestBody?.content['application/json']?.examples[name];
        if (example !== undefined) return example.value;
      }
    }
  }
  throw new Error(`The contract has no request example ${name} of ${operationId}.`);
}

/** Every string that a body holds in a place where the contract has a secret. */
export function secretsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    if (name === 'credentials' || name === 'accessKey') return Object.values(value as Record<string, string>);
    return secretsIn(value);
  });
}
