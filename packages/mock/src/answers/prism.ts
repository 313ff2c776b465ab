import type { OpenApiDocument } from '@penstock/contract/documents';
import { getHttpOperationsFromSpec } from '@stoplight/prism-cli/dist/operations.js';
import { createLogger } from '@stoplight/prism-core';
import { createInstance, type IHttpMockConfig } from '@stoplight/prism-http';
import type { MockedOperation } from '../contract/operations.ts';
import type { MockAnswer } from './answer.ts';

/*
 * The one file that knows Prism: it makes answers out of examples and schemas. Its server is left out, because it hangs on
 * malformed JSON, and its checks, because they lose the places that they find.
 */

export interface Prism {
  /** The answer of an operation with a status: the example of that name, or the first one. */
  answer(operation: MockedOperation, status: number, example?: string): Promise<MockAnswer>;
}

const CONFIGURATION: IHttpMockConfig = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  // Never dynamic: made-up values help nobody who builds against the contract.
  mock: { dynamic: false },
};

type PrismOperations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>;

export function createPrism(): Prism {
  const prism = createInstance(CONFIGURATION, { logger: createLogger('mock', { level: 'silent' }) });
  const prepared = new Map<MockedOperation, Promise<PrismOperations>>();

  /** One operation at a time, when it is first called: Prism takes half a second to read the whole contract. */
  function prepare(operation: MockedOperation): Promise<PrismOperations> {
    const known =
      prepared.get(operation) ?? getHttpOperationsFromSpec(withoutSchemaExamples(operation.excerpt()));
    prepared.set(operation, known);
    return known;
  }

  return {
    async answer(operation, code, exampleKey) {
      const { method, path } = operation;
      const mock = { dynamic: false, code, ...(exampleKey === undefined ? {} : { exampleKey }) };
      const configuration = { ...CONFIGURATION, mock };
      const outcome = await prism.request(
        { method, url: { path } },
        await prepare(operation),
        configuration,
      )();
      if (outcome._tag === 'Left') throw outcome.left;
      const { statusCode, headers, body } = outcome.right.output;
      // Prism hands out the example itself, again and again.
      return { status: statusCode, headers: headersOf(headers), body: structuredClone(body) };
    },
  };
}

/** Prism would answer with an example of a schema before one of the response itself. */
function withoutSchemaExamples(document: OpenApiDocument): OpenApiDocument {
  const schemas = Object.entries(document.components.schemas ?? {}).map(([name, schema]) => {
    const { examples: _, ...rest } = schema as { examples?: unknown };
    return [name, rest];
  });
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
}

/** Prism sends every header that is declared; this one would say that the request was seen before. */
const UNTRUE = 'idempotency-replayed';

function headersOf(examples: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  const fields = Object.entries(examples).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return Object.fromEntries(fields.filter(([name]) => name !== UNTRUE));
}
