import { describe, expect, test } from 'vitest';
import { contractDocument } from '../src/documents.ts';
import { listResources, type OperationId, operations, type Resource } from '../src/index.ts';
import { readOperations, resolve } from '../src/reader.ts';
import { type Schema, specification } from './support/specification.ts';

// The tiers of compatibility.md, "Stability" (D-53).

const ids = Object.keys(operations) as OperationId[];
const documents = {
  management: contractDocument('management'),
  observability: contractDocument('observability'),
};

/** The names of all properties of a request body. */
function propertiesOf(id: OperationId): string[] {
  const document = documents[operations[id].surface];
  const names = new Set<string>();
  const visit = (schema: Schema) => {
    const { properties = {}, items } = resolve<Schema>(document, schema);
    for (const [name, property] of Object.entries(properties)) {
      names.add(name);
      visit(property);
    }
    if (items !== undefined) visit(items);
  };
  const found = readOperations(document).find(({ operation }) => operation.operationId === id);
  const body = found?.operation.requestBody as { content: Record<string, { schema: Schema }> } | undefined;
  for (const { schema } of Object.values(body?.content ?? {})) visit(schema);
  return [...names];
}

/** Whether a name is that of an id of such a resource: `sourceId`, or `traceSourceId`. */
function refersTo(name: string, { idParameter }: Resource): boolean {
  return name === idParameter || name.endsWith(`${idParameter[0]?.toUpperCase()}${idParameter.slice(1)}`);
}

/** The operations that create the resources which an operation needs. */
function creators(id: OperationId): OperationId[] {
  const { surface, pathParameters } = operations[id];
  const names = [...pathParameters, ...propertiesOf(id)];
  return listResources()
    .filter((resource) => resource.surface === surface && names.some((name) => refersTo(name, resource)))
    .map(({ create }) => create);
}

describe('the tier of an operation', () => {
  test('is stable only if the specification contains its path and its body', () => {
    const given = ids.filter((id) =>
      specification.operations.some(
        ({ surface, method, path, request, stability }) =>
          operations[id].surface === surface &&
          operations[id].method === method &&
          operations[id].path === path &&
          request !== undefined &&
          stability === undefined,
      ),
    );
    expect(ids.filter((id) => operations[id].stability === 'stable')).toEqual(given);
  });

  test('is not experimental if the specification lists the operation', () => {
    const listed = specification.listedOperations.flatMap((row) => row.operations) as OperationId[];
    expect(listed.filter((id) => operations[id].stability === 'experimental')).toEqual([]);
  });

  test.each(ids.filter((id) => operations[id].stability !== 'experimental'))(
    '%s needs nothing experimental',
    (id) => {
      expect(creators(id).filter((creator) => operations[creator].stability === 'experimental')).toEqual([]);
    },
  );

  test('depends on what creates the resources of its path and its body', () => {
    expect(creators('updateAlert').sort()).toEqual(
      ['createAlert', 'createDashboard', 'createSavedSearch', 'createWebhook'].sort(),
    );
    expect(creators('createStackSource')).toEqual(['createStackSource']);
    expect(creators('listPipes')).toEqual([]);
  });
});
