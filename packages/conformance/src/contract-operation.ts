import { type Operation, type OperationId, operations, type Surface } from '@penstock/contract';
import { contractDocument, type OpenApiDocument } from '@penstock/contract/documents';
import { readOperation, resolve, responseHeaders } from '@penstock/contract/reader';
import { type OperationValidators, validators } from '@penstock/contract/validators';

/** A schema of the contract, without composition: an object, a list or a single value. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly required?: readonly string[];
  readonly writeOnly?: boolean;
  readonly readOnly?: boolean;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
}

/** Returns the type of a value that is not null. */
export function typeOf({ type }: Schema): string | undefined {
  return [type].flat().find((name) => name !== 'null');
}

/** Whether null is a valid value: in an update it removes the property. */
export function acceptsNull({ type }: Schema): boolean {
  return Array.isArray(type) && type.includes('null');
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
  readonly example?: unknown;
}

interface DeclaredResponse {
  /** The names of the header fields. */
  readonly headers: readonly string[];
  readonly mediaTypes: readonly string[];
}

/** An operation of the contract: its entry in the operation table and its description, references resolved. */
export interface ContractOperation {
  readonly id: OperationId;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
  readonly requestSchema?: Schema;
  readonly responses: ReadonlyMap<number, DeclaredResponse>;
  readonly validators: OperationValidators;
  /** Follows the reference of a schema; returns other schemas unchanged. */
  resolve(schema: Schema): Schema;
}

export const OPERATION_IDS = Object.keys(operations) as readonly OperationId[];

const documents = new Map<Surface, OpenApiDocument>();
const known = new Map<OperationId, ContractOperation>();

/** Returns an operation of the contract, which is read once. */
export function contractOperation(id: OperationId): ContractOperation {
  const found = known.get(id) ?? read(id);
  known.set(id, found);
  return found;
}

function read(id: OperationId): ContractOperation {
  const operation: Operation = operations[id];
  const document = documentOf(operation.surface);
  const { parameters, requestBody, responses } = readOperation(document, operation.path, operation.method);
  const resolved = (schema: Schema): Schema => resolve<Schema>(document, schema);
  const body = requestBody?.content?.['application/json']?.schema as Schema | undefined;
  return {
    id,
    operation,
    parameters: parameters as readonly Parameter[],
    ...(body === undefined ? {} : { requestSchema: resolved(body) }),
    responses: new Map(
      [...responses].map(([status, response]) => [
        Number(status),
        {
          headers: Object.keys(responseHeaders(document, response)),
          mediaTypes: Object.keys(response.content ?? {}),
        },
      ]),
    ),
    validators: validators[id],
    resolve: resolved,
  };
}

function documentOf(surface: Surface): OpenApiDocument {
  const document = documents.get(surface) ?? contractDocument(surface);
  documents.set(surface, document);
  return document;
}
