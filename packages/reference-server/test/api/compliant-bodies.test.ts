import type { Operation, OperationId } from '@penstock/contract';
import { contractDocument } from '@penstock/contract/documents';
import { requestExamples } from '@penstock/contract/examples';
import { readOperation, type SchemaObject } from '@penstock/contract/reader';
import { type OperationValidators, validators } from '@penstock/contract/validators';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editedBody } from '../../../contract/test/support/edited-bodies.ts';
import { basic } from '../../src/api/testing/credentials.ts';
import { makePathValues, OPERATIONS } from '../../src/api/testing/path-values.ts';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server?.stop());

/** `pnpm verify` asks for more. */
const RUNS = Number(process.env.PENSTOCK_TEST_BODIES ?? 15);

/**
 * The errors of bodies that match the contract, as openapi/guidelines/server-rules.md lists them: they depend on what is
 * stored, on the current time, or on other items of a list.
 */
const RULES_OF_THE_SERVER: readonly (readonly [operations: RegExp, code: string, pointers: RegExp])[] = [
  [/./, 'reference_not_found', /./],
  [/./, 'already_exists', /./],
  [/^update/, 'read_only_field', /./],
  [/Webhook$/, 'target_not_allowed', /^\/url$/],
  [/^(search|query|preview)/, 'out_of_range', /^\/startTime$/],
  // The kind of the stored pipe.
  [/^(updatePipe|replacePipeSettings)$/, 'not_applicable', /^(\/settings)?\/\w+$/],
  [/^updatePipe$/, 'not_applicable', /^\/(destination\/columns|source\/.+)$/],
  [/^updatePipe$/, 'required', /^\/source\/.+$/],
  // The kind of the stored source, and the tiles of the stored dashboard.
  [/Dashboard$|Series$/, 'not_applicable', /\/(select|series)\/\d+\/metric(Name|Type)$/],
  [/Dashboard$|Series$/, 'required', /\/(select|series)\/\d+\/metric(Name|Type)$/],
  [/./, 'not_applicable', /\/(sourceId|traceSourceId|tileId|displayType|kind)$/],
  // Text in another language: a template, a type, an expression.
  [/Webhook$/, 'invalid', /^\/body$/],
  [/Pipe$/, 'invalid', /^\/destination\//],
  [/^(search|query|preview)/, 'invalid', /./],
];

/** The twins of the other surface have the same bodies and the same rules. */
const withBody = OPERATIONS.filter(
  ({ requestBody, path }) => requestBody !== 'none' && !path.includes('/stack/'),
);

describe.each(withBody.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  test('rejects no body that matches the contract, except for rules of the server', async () => {
    const path = await pathOf(operation);
    const { surface, method } = operation as Operation;
    const document = contractDocument(surface);
    const [media] = Object.values(readOperation(document, operation.path, method).requestBody?.content ?? {});
    const { requestBody } = validators[id as OperationId] as OperationValidators;
    const examples = fc.constantFrom(...Object.values(requestExamples(id)));
    const bodies = fc
      .tuple(examples, fc.array(fc.nat(), { minLength: 0, maxLength: 4 }))
      .map(([example, choices]) => editedBody(document, media?.schema as SchemaObject, example, choices))
      .filter((body) => requestBody?.(structuredClone(body)).length === 0);
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const response = await server.call({
          method: method.toUpperCase(),
          path,
          headers: { authorization: authorizationOf(operation) },
          body,
        });
        // 501: the server has no engine.
        expect([200, 400, 409, 501]).toContain(response.status);
        if (response.status !== 400) return;
        const { errors = [{ code: response.body.code, pointer: '' }] } = response.body;
        const unexpected = errors.filter((entry: ErrorEntry) => !isRuleOfTheServer(id, entry));
        expect(unexpected, JSON.stringify(body)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});

interface ErrorEntry {
  readonly code: string;
  readonly pointer?: string;
}

function isRuleOfTheServer(id: string, { code, pointer = '' }: ErrorEntry): boolean {
  return RULES_OF_THE_SERVER.some(
    ([operations, known, pointers]) => operations.test(id) && known === code && pointers.test(pointer),
  );
}

function authorizationOf({ surface }: { readonly surface: string }): string {
  const { management, observability } = server.credentials;
  return surface === 'management'
    ? basic(management.keyId, management.keySecret)
    : `Bearer ${observability.token}`;
}

async function pathOf(operation: (typeof OPERATIONS)[number]): Promise<string> {
  const { organizationId, serviceId } = server.credentials.management;
  const tenant = { organizationId, serviceId };
  const values = await makePathValues(server, operation, tenant, authorizationOf(operation));
  return operation.path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    String(values[name as keyof typeof values]),
  );
}
