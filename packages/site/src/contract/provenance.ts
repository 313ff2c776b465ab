import {
  listedProperties,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  resolve,
  type SchemaObject,
} from '@penstock/contract/reader';
import type { Bundle } from './bundle.ts';
import { decisionsOf } from './decisions.ts';
import type { SpecificationFields } from './specification-fields.ts';

/** Where a part of the contract comes from. */
export interface Provenance {
  /** `given`: the specification states it. `listed`: the specification only names it. `decided`: a decision of ours. */
  readonly origin: 'given' | 'listed' | 'decided';
  readonly decisions: readonly string[];
}

/** Finds the provenance of the parts of a document. Undefined for parts without one, such as filters of every list. */
export interface ProvenanceReader {
  ofOperation(address: OperationAddress, operation: OperationObject): Provenance;
  ofParameter(parameter: ParameterObject): Provenance | undefined;
  ofProperty(schema: SchemaObject, name: string): Provenance | undefined;
}

interface OperationAddress {
  /** In lower case. */
  readonly method: string;
  readonly path: string;
}

export function provenanceReader(
  { surface, document }: Pick<Bundle, 'surface' | 'document'>,
  specification: SpecificationFields,
): ProvenanceReader {
  const given = listedProperties(document, specification.groups);
  return {
    ofOperation: (address, operation) => ({
      origin: originOf(operation, { surface, ...address }, specification),
      decisions: decisionsOf(operation),
    }),
    ofParameter: (parameter) => ofParameter(parameter, surface, specification),
    ofProperty: (schema, name) => ofProperty(document, schema, name, given),
  };
}

function originOf(
  { operationId = '' }: OperationObject,
  { surface, method, path }: OperationAddress & { readonly surface: string },
  { operations, listedOperations }: SpecificationFields,
): Provenance['origin'] {
  if (operations.some((row) => row.surface === surface && row.method === method && row.path === path)) {
    return 'given';
  }
  return listedOperations.some((row) => row.operations.includes(operationId)) ? 'listed' : 'decided';
}

function ofParameter(
  parameter: ParameterObject,
  surface: string,
  { pathParameters }: SpecificationFields,
): Provenance | undefined {
  const isGiven =
    parameter.in === 'path' &&
    pathParameters.some((row) => row.surface === surface && row.name === parameter.name);
  return provenance(isGiven, decisionsOf(parameter));
}

/** A property without decisions has those of its schema. */
function ofProperty(
  document: OpenApiDocument,
  schema: SchemaObject,
  name: string,
  given: ReadonlyMap<object, ReadonlySet<string>>,
): Provenance | undefined {
  const { properties = {} } = schema;
  const property = properties[name];
  if (typeof property !== 'object') return undefined;
  const own = [
    ...new Set([...decisionsOf(property), ...decisionsOf(resolve<SchemaObject>(document, property))]),
  ];
  const isGiven = given.get(properties)?.has(name) ?? false;
  return provenance(isGiven, own.length > 0 || isGiven ? own : decisionsOf(schema));
}

function provenance(isGiven: boolean, decisions: readonly string[]): Provenance | undefined {
  if (!isGiven && decisions.length === 0) return undefined;
  return { origin: isGiven ? 'given' : 'decided', decisions };
}
