import type { OpenApiDocument } from '@penstock/contract/documents';
import { type ErrorEntry, toBodyEntry, toParameterEntry } from '@penstock/contract/requests';
import { MAX_ERRORS, type ValidationError, validationErrorOf } from '@penstock/contract/validators';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Schema, WrittenMessage, WrittenParameter } from './document.ts';

/** What a request says once it is read. */
interface ReceivedValues {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  /** Undefined if there is none. */
  readonly body: unknown;
}

/** The schemas of one operation at work. Each is compiled when it is first needed: at start none is. */
export interface MessageSchemas {
  /** Every wrong place of a request, in the contract's words. */
  faults(received: ReceivedValues): ErrorEntry[];
  /** Takes out of the body of an answer what is only ever sent (`writeOnly`), whatever the example says. */
  removeWriteOnly(status: number, body: unknown): void;
}

const PLACES = ['path', 'query', 'header'] as const;

/** Gives the schemas of one operation of a document: of its parameters, its body and its answers. */
export type SchemasOf = (
  parameters: readonly WrittenParameter[],
  body: WrittenMessage | undefined,
  responses: ReadonlyMap<number, WrittenMessage>,
) => MessageSchemas;

export function createSchemas(document: OpenApiDocument): SchemasOf {
  const requests = compilerOf(document, newAjv());
  const answers = compilerOf(document, removingWriteOnly(newAjv()));

  return (parameters, body, responses) => {
    const forParameters = PLACES.map((where) => requests(parametersSchema(parameters, where)));
    const forBody = requests(contentSchema(body));
    const forAnswers = new Map([...responses].map(([status, one]) => [status, answers(contentSchema(one))]));
    return {
      faults: (received) => [
        ...PLACES.flatMap((where, i) => faultsIn(forParameters[i], received[where]).map(toParameterEntry)),
        ...(received.body === undefined ? [] : faultsIn(forBody, received.body).map(toBodyEntry)),
      ],
      removeWriteOnly: (status, answer) => void forAnswers.get(status)?.()(answer),
    };
  };
}

/** Compiles at the first call. */
type Lazy = () => ValidateFunction;

function compilerOf({ components }: OpenApiDocument, ajv: Ajv2020): (schema: Schema) => Lazy {
  return (schema) => {
    let compiled: ValidateFunction | undefined;
    return () => {
      compiled ??= ajv.compile({ ...schema, components });
      return compiled;
    };
  };
}

function newAjv(): Ajv2020 {
  // What Ajv calls strict are rules of taste, and whether a schema is one is for the linter of the contract to say.
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false, messages: false });
  addFormats.default(ajv, { mode: 'full' });
  return ajv;
}

function removingWriteOnly(ajv: Ajv2020): Ajv2020 {
  ajv.removeKeyword('writeOnly');
  return ajv.addKeyword({
    keyword: 'writeOnly',
    schemaType: 'boolean',
    modifying: true,
    validate: (isWriteOnly: boolean, _value: unknown, _schema: unknown, context?: PlaceOfValue) => {
      if (isWriteOnly) delete context?.parentData?.[context.parentDataProperty];
      return true;
    },
  });
}

/** Where Ajv is in a value. */
interface PlaceOfValue {
  readonly parentData: Record<string | number, unknown>;
  readonly parentDataProperty: string | number;
}

function faultsIn(lazy: Lazy | undefined, value: unknown): ValidationError[] {
  const validate = lazy?.();
  if (validate === undefined || validate(value)) return [];
  return (validate.errors ?? [])
    .slice(0, MAX_ERRORS)
    .map(({ instancePath, keyword, params }) => validationErrorOf(instancePath, keyword, params));
}

function parametersSchema(parameters: readonly WrittenParameter[], where: string): Schema {
  const there = parameters.filter((parameter) => parameter.in === where);
  return {
    type: 'object',
    properties: Object.fromEntries(there.map(({ name, schema }) => [name, schema ?? {}])),
    required: there.filter(({ required }) => required).map(({ name }) => name),
  };
}

function contentSchema(message: WrittenMessage | undefined): Schema {
  return Object.values(message?.content ?? {})[0]?.schema ?? {};
}
