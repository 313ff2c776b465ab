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
  /**
   * - `specified`: the specification describes it
   * - `named`: the specification contains only its name
   * - `added`: this project added it
   */
  readonly origin: 'specified' | 'named' | 'added';
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
  const specified = listedProperties(document, specification.groups);
  return {
    ofOperation: (address, operation) => ({
      origin: originOf(operation, { surface, ...address }, specification),
      decisions: decisionsOf(operation),
    }),
    ofParameter: (parameter) => ofParameter(parameter, surface, specification),
    ofProperty: (schema, name) => ofProperty(document, schema, name, specified),
  };
}

function originOf(
  { operationId = '' }: OperationObject,
  { surface, method, path }: OperationAddress & { readonly surface: string },
  { operations, listedOperations }: SpecificationFields,
): Provenance['origin'] {
  if (operations.some((row) => row.surface === surface && row.method === method && row.path === path)) {
    return 'specified';
  }
  return listedOperations.some((row) => row.operations.includes(operationId)) ? 'named' : 'added';
}

function ofParameter(
  parameter: ParameterObject,
  surface: string,
  { pathParameters }: SpecificationFields,
): Provenance | undefined {
  const isSpecified =
    parameter.in === 'path' &&
    pathParameters.some((row) => row.surface === surface && row.name === parameter.name);
  return provenance(isSpecified, decisionsOf(parameter));
}

/** A property without decisions has those of its schema. */
function ofProperty(
  document: OpenApiDocument,
  schema: SchemaObject,
  name: string,
  specified: ReadonlyMap<object, ReadonlySet<string>>,
): Provenance | undefined {
  const { properties = {} } = schema;
  const property = properties[name];
  if (typeof property !== 'object') return undefined;
  const own = [
    ...new Set([...decisionsOf(property), ...decisionsOf(resolve<SchemaObject>(document, property))]),
  ];
  const isSpecified = specified.get(properties)?.has(name) ?? false;
  return provenance(isSpecified, own.length > 0 || isSpecified ? own : decisionsOf(schema));
}

function provenance(isSpecified: boolean, decisions: readonly string[]): Provenance | undefined {
  if (!isSpecified && decisions.length === 0) return undefined;
  return { origin: isSpecified ? 'specified' : 'added', decisions };
}
