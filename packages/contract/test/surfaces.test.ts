import { describe, expect, test } from 'vitest';
import { contractDocument, type OpenApiDocument } from '../src/documents.ts';
import { type Operation, type OperationId, operations, twinOf } from '../src/index.ts';

/*
 * Both surfaces share one set of schemas: a stack operation under /v1 and its twin under /api/v2 differ only in path,
 * security and envelope.
 */

interface Described {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly $ref: string }[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly [key: string]: unknown }>>;
  readonly [key: `x-${string}`]: unknown;
}

const management = contractDocument('management');
const observability = contractDocument('observability');
const twins = (Object.keys(operations) as OperationId[])
  .filter((id) => operations[id].surface === 'observability')
  .map((id): [OperationId, OperationId] => [id, managedTwinOf(id)]);

test('every operation of /api/v2 has a twin, and every stack operation of /v1 is one', () => {
  const managed = (Object.keys(operations) as OperationId[]).filter(
    (id) => operations[id].surface === 'management' && operations[id].tag !== 'pipes',
  );
  expect(twins.map(([, twin]) => twin).toSorted()).toEqual(managed.toSorted());
});

describe.each(twins)('%s and %s', (id, twin) => {
  const [own, other] = [describedBy(observability, id), describedBy(management, twin)];

  test('have the same documentation', () => {
    for (const key of ['summary', 'description', 'tags', 'x-stability', 'x-idempotency'] as const) {
      expect(own[key], key).toEqual(other[key]);
    }
  });

  test('have the same paths below their prefixes', () => {
    const below = (path: string) => path.replace(/^\/api\/v2|^\/v1\/organizations\/.*\/stack/, '');
    expect(below(operations[id].path)).toBe(below(operations[twin].path));
  });

  test('take the same parameters and bodies', () => {
    expect(own.parameters).toEqual(other.parameters);
    expect(withoutExamples(own.requestBody)).toEqual(withoutExamples(other.requestBody));
  });

  test('fail alike, except that a collection without path parameters always exists', () => {
    const failures = ({ responses }: Described) =>
      Object.entries(responses).filter(([status]) => status !== '200' && status !== '404');
    expect(failures(own)).toEqual(failures(other));
    if (operations[id].pathParameters.length > 0)
      expect(own.responses['404']).toEqual(other.responses['404']);
  });

  test('return the same resource, in the envelope of their surface', () => {
    expect(headersOf(own)).toEqual(headersOf(other));
    expect(resourceOf(observability, own, 'data')).toEqual(resourceOf(management, other, 'result'));
  });
});

test('schemas of one name are one schema', () => {
  const [own, other] = [observability, management].map(({ components }) => components.schemas ?? {});
  for (const [name, schema] of Object.entries(own ?? {})) {
    if (Object.hasOwn(other ?? {}, name)) expect(schema, name).toEqual(other?.[name]);
  }
});

function managedTwinOf(id: OperationId): OperationId {
  const twin = twinOf(id);
  if (twin === undefined) throw new Error(`${id} has no twin under /v1.`);
  return twin;
}

function describedBy(document: OpenApiDocument, id: OperationId): Described {
  const { path, method }: Operation = operations[id];
  return document.paths[path]?.[method] as Described;
}

/** Examples name their tenant, and tenants differ. */
function withoutExamples(message: unknown): unknown {
  return JSON.parse(JSON.stringify(message ?? null), (key, value) =>
    key === 'examples' ? undefined : value,
  );
}

function headersOf({ responses }: Described): unknown {
  return responses['200']?.headers;
}

function resourceOf(document: OpenApiDocument, { responses }: Described, member: string): unknown {
  const content = responses['200']?.content as Record<string, { schema: { $ref: string } }>;
  const name = content['application/json']?.schema.$ref.split('/').at(-1) ?? '';
  const envelope = document.components.schemas?.[name] as { properties?: Record<string, object> };
  // An inline property has the mark of its envelope, which differs (D-03, D-04).
  return withoutExamples({ ...envelope.properties?.[member], 'x-decision': undefined });
}
