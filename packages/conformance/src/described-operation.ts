import {
  type HttpMethod,
  type Operation,
  type OperationId,
  operations,
  type Surface,
} from '@penstock/contract';
import { contractDocument, type OpenApiDocument } from '@penstock/contract/documents';
import { type OperationValidators, validators } from '@penstock/contract/validators';

/** A schema of the contract. It uses no composition: an object, a list or one value. */
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

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface DeclaredHeader {
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface DeclaredAnswer {
  readonly headers: Readonly<Record<string, DeclaredHeader>>;
  readonly mediaTypes: readonly string[];
}

/** What the documents say of one operation beyond the operation table, references resolved. */
export interface DescribedOperation {
  readonly id: OperationId;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
  readonly requestSchema?: Schema;
  readonly answers: ReadonlyMap<number, DeclaredAnswer>;
  readonly validators: OperationValidators;
  /** The schema that a reference stands for; a schema without one as it is. */
  resolve(schema: Schema): Schema;
}

const documents = new Map<Surface, OpenApiDocument>();
const described = new Map<OperationId, DescribedOperation>();

export function describedOperation(id: OperationId): DescribedOperation {
  const known = described.get(id) ?? describe(id);
  described.set(id, known);
  return known;
}

export const OPERATION_IDS = Object.keys(operations) as readonly OperationId[];

interface RawOperation {
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}

interface RawBody {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}

function describe(id: OperationId): DescribedOperation {
  const operation: Operation = operations[id];
  const document = documentOf(operation.surface);
  const item = document.paths[operation.path] as unknown as RawOperation & Record<HttpMethod, RawOperation>;
  const raw = item[operation.method];
  const resolved = <T>(part: unknown): T => resolve(document, part) as T;
  const body = resolved<RawBody | undefined>(raw.requestBody)?.content?.['application/json']?.schema;
  return {
    id,
    operation,
    parameters: [...(item.parameters ?? []), ...(raw.parameters ?? [])].map((part) =>
      resolved<Parameter>(part),
    ),
    ...(body === undefined ? {} : { requestSchema: resolved<Schema>(body) }),
    validators: validators[id],
    answers: new Map(
      Object.entries(raw.responses).map(([status, part]) => [Number(status), declaredAnswer(resolved(part))]),
    ),
    resolve: resolved,
  };

  function declaredAnswer({ headers, content }: RawBody): DeclaredAnswer {
    return {
      headers: Object.fromEntries(
        Object.entries(headers ?? {}).map(([name, header]) => [name, resolved<DeclaredHeader>(header)]),
      ),
      mediaTypes: Object.keys(content ?? {}),
    };
  }
}

function documentOf(surface: Surface): OpenApiDocument {
  const document = documents.get(surface) ?? contractDocument(surface);
  documents.set(surface, document);
  return document;
}

function resolve(document: OpenApiDocument, part: unknown): unknown {
  const { $ref } = (part ?? {}) as { $ref?: string };
  if ($ref === undefined) return part;
  const [kind = '', name = ''] = $ref.split('/').slice(-2);
  return resolve(document, document.components[kind]?.[name]);
}
