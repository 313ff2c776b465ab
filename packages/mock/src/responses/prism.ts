import type { OpenApiDocument } from '@penstock/contract/reader';
import { getHttpOperationsFromSpec } from '@stoplight/prism-cli/dist/operations.js';
import { createLogger } from '@stoplight/prism-core';
import { createInstance, type IHttpMockConfig } from '@stoplight/prism-http';
import type { MockOperation } from '../contract/operations.ts';

/*
 * The one file that uses Prism. Prism makes responses from examples and schemas. Its server is not used, because it hangs
 * on malformed JSON, and neither is its validation, because it loses the locations of the errors.
 */

/** A response as a handler returns it. */
export interface ExampleResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if the response has none. */
  readonly body: unknown;
}

export interface Prism {
  /** Returns the example of that name, or the first one, of a status. */
  respond(operation: MockOperation, status: number, example?: string): Promise<ExampleResponse>;
}

const CONFIGURATION: IHttpMockConfig = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  // Never dynamic: invented values are of no use to a client of the contract.
  mock: { dynamic: false },
};

type PrismOperations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>;

export function createPrism(): Prism {
  const prism = createInstance(CONFIGURATION, { logger: createLogger('mock', { level: 'silent' }) });
  const prepared = new Map<MockOperation, Promise<PrismOperations>>();
  const responses = new Map<MockOperation, Map<string, Promise<ExampleResponse>>>();

  /** Prepares an operation when it is first called: Prism takes half a second to read the whole contract. */
  function prepare(operation: MockOperation): Promise<PrismOperations> {
    const known =
      prepared.get(operation) ?? getHttpOperationsFromSpec(withoutSchemaExamples(operation.excerpt()));
    prepared.set(operation, known);
    return known;
  }

  async function makeResponse(
    operation: MockOperation,
    code: number,
    exampleKey: string | undefined,
  ): Promise<ExampleResponse> {
    const { method, path } = operation;
    const mock = { dynamic: false, code, ...(exampleKey === undefined ? {} : { exampleKey }) };
    const outcome = await prism.request({ method, url: { path } }, await prepare(operation), {
      ...CONFIGURATION,
      mock,
    })();
    if (outcome._tag === 'Left') throw outcome.left;
    const { statusCode: status, headers, body } = outcome.right.output;
    return { status, headers: handlerHeaders(headers), body };
  }

  return {
    async respond(operation, status, example) {
      const ofOperation = responses.get(operation) ?? new Map<string, Promise<ExampleResponse>>();
      responses.set(operation, ofOperation);
      const key = `${status} ${example}`;
      const known = ofOperation.get(key) ?? makeResponse(operation, status, example);
      ofOperation.set(key, known);
      const response = await known;
      // A copy, because handlers write into the body.
      return { ...response, body: structuredClone(response.body) };
    },
  };
}

/** Prism prefers an example of a schema to one of the response. */
function withoutSchemaExamples(document: OpenApiDocument): OpenApiDocument {
  const schemas = Object.entries(document.components.schemas ?? {}).map(([name, schema]) => {
    const { examples: _, ...rest } = schema as { examples?: unknown };
    return [name, rest];
  });
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
}

/** Prism returns every documented header. The server sets these itself, or they would be wrong. */
const NOT_FROM_EXAMPLES = new Set([
  'content-type',
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  // No request has been seen before.
  'idempotency-replayed',
]);

function handlerHeaders(examples: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  const fields = Object.entries(examples).map(
    ([name, value]) => [name.toLowerCase(), String(value)] as const,
  );
  return Object.fromEntries(fields.filter(([name]) => !NOT_FROM_EXAMPLES.has(name)));
}
