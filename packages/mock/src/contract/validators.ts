import type {
  ContentObject,
  DescribedOperation,
  OpenApiDocument,
  ParameterLocation,
  SchemaObject,
} from '@penstock/contract/reader';
import { parametersIn, withoutConditions } from '@penstock/contract/reader';
import {
  createVariantCheck,
  type FindVariantErrors,
  MAX_ERRORS,
  type OperationValidators,
  type Validate,
  validationErrorOf,
} from '@penstock/contract/validators';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** The validators of one operation. Each one is compiled at its first use, and none at start. */
export interface CompiledSchemas {
  readonly validators: OperationValidators;
  /** Removes write-only properties from the body of a response. */
  removeWriteOnly(status: number, body: unknown): void;
}

/** Returns a function that compiles the schemas of the operations of a document. */
export function createValidatorCompiler(
  document: OpenApiDocument,
): (operation: DescribedOperation) => CompiledSchemas {
  const requests = lazyCompiler(document, newAjv());
  const responses = lazyCompiler(document, removingWriteOnly(newAjv()));
  const variantsOf = createVariantCheck(document);

  return (operation) => {
    const parameters = (location: ParameterLocation) =>
      validatorOf(requests(parametersSchema(operation, location)));
    const bodies = new Map(
      [...operation.responses].map(([status, { content }]) => [
        Number(status),
        responses(contentSchema(content)),
      ]),
    );
    const { requestBody } = operation;
    return {
      validators: {
        parameters: { path: parameters('path'), query: parameters('query'), header: parameters('header') },
        ...(requestBody && {
          requestBody: validatorOf(
            requests(contentSchema(requestBody.content)),
            variantsOf(contentSchema(requestBody.content)),
          ),
        }),
        // The mock sends examples as they are written.
        responses: {},
        responseHeaders: {},
      },
      removeWriteOnly: (status, body) => void bodies.get(status)?.()(body),
    };
  };
}

/** Compiles at the first call. */
type LazyValidate = () => ValidateFunction;

/** The id of the document in Ajv: all schemas refer to the same components, so that Ajv compiles each component once. */
const DOCUMENT_ID = 'urn:penstock:contract';

function lazyCompiler(document: OpenApiDocument, ajv: Ajv2020): (schema: SchemaObject) => LazyValidate {
  const { components } = withoutConditions(document);
  ajv.addSchema({ $id: DOCUMENT_ID, components });
  return (schema) => {
    let compiled: ValidateFunction | undefined;
    return () => {
      compiled ??= ajv.compile(withDocumentId(schema));
      return compiled;
    };
  };
}

/** Returns a copy whose references lead into the document. */
function withDocumentId(schema: SchemaObject): SchemaObject {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' ? `${DOCUMENT_ID}${value}` : value,
  );
}

/** Ajv does not know the marks of variants and rules, so they have a check of their own. */
function validatorOf(lazy: LazyValidate, findVariantErrors: FindVariantErrors = () => []): Validate {
  return (value) => {
    const validate = lazy();
    const errors = validate(value) ? [] : (validate.errors ?? []);
    const entries = errors
      .slice(0, MAX_ERRORS)
      .map(({ instancePath, keyword, params }) => validationErrorOf(instancePath, keyword, params));
    return [...entries, ...findVariantErrors(value)].slice(0, MAX_ERRORS);
  };
}

function newAjv(): Ajv2020 {
  // Ajv's strict mode checks style; whether a schema is valid is for the linter of the contract to decide.
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
    validate: (isWriteOnly: boolean, _value: unknown, _schema: unknown, context?: ValueContext) => {
      if (isWriteOnly) delete context?.parentData?.[context.parentDataProperty];
      return true;
    },
  });
}

/** The position of Ajv in a value. */
interface ValueContext {
  readonly parentData: Record<string | number, unknown>;
  readonly parentDataProperty: string | number;
}

function parametersSchema(operation: DescribedOperation, location: ParameterLocation): SchemaObject {
  const parameters = parametersIn(operation, location);
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema ?? {}])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

function contentSchema(content: ContentObject = {}): SchemaObject {
  return Object.values(content)[0]?.schema ?? {};
}
