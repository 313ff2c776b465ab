import { readOperations, resolve } from '@penstock/contract/reader';
import { AjvOptions } from 'express-openapi-validator/dist/framework/ajv/options.js';
import { defaultSerDes } from 'express-openapi-validator/dist/framework/base.serdes.js';
import { OpenApiContext } from 'express-openapi-validator/dist/framework/openapi.context.js';
import { applyOpenApiMetadata } from 'express-openapi-validator/dist/middlewares/openapi.metadata.js';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { ResponseValidator } from 'express-openapi-validator/dist/middlewares/openapi.response.validator.js';
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js';
import type { OpenApiDocument } from '../../contract.ts';
import type { StandInRequest, StandInResponse } from './validator-engine.ts';

/** The options of express-openapi-validator. */
export type ValidatorOptions = Pick<
  ConstructorParameters<typeof AjvOptions>[0],
  'validateRequests' | 'validateResponses' | 'ajvFormats'
> & { readonly ignorePaths: (path: string) => boolean };

/** A middleware of express-openapi-validator. */
export type Step = (
  request: StandInRequest,
  response: StandInResponse,
  next: (error?: unknown) => void,
) => unknown;

/** The library's types know only part of OpenAPI 3.1. */
type ApiDocument = ConstructorParameters<typeof SchemaPreprocessor>[0];

/**
 * Returns the middlewares of express-openapi-validator that find an operation, validate its requests and validate its responses.
 *
 * They are imported one by one, because the library's `middleware` takes more than two seconds to get ready for a contract of 100
 * operations. It compiles the schema of OpenAPI documents even with `validateApiSpec: false`, searches the document for other files, and
 * compiles each referenced schema to find out where the reference leads. The version of the library is exact, since these are its inner
 * parts.
 *
 * @param document is changed
 */
export function validatorSteps(
  document: OpenApiDocument,
  { ignorePaths, ...checks }: ValidatorOptions,
): Step[] {
  const ajvOptions = new AjvOptions({
    ...checks,
    serDes: defaultSerDes,
    formats: {},
    validateFormats: true,
  } as ConstructorParameters<typeof AjvOptions>[0]);
  const { apiDoc, apiDocRes } = preprocess(document, ajvOptions, checks);
  const routes = routesOf(document);
  const context = new OpenApiContext({ apiDoc, basePaths: [''], routes, serial: SERIAL }, ignorePaths);
  const requests = checks.validateRequests && new RequestValidator(apiDoc, ajvOptions.request);
  const responses =
    checks.validateResponses &&
    new ResponseValidator(apiDocRes, ajvOptions.response, checks.validateResponses, SERIAL).validate();
  return [
    applyOpenApiMetadata(context, apiDocRes),
    ...(requests ? [requests.validate.bind(requests)] : []),
    ...(responses ? [responses] : []),
  ] as unknown as Step[];
}

/** Identifies the document of a request. A request is only given to the steps of one document. */
const SERIAL = 1;

/** Lets the library prepare the schemas, for example those of properties that are only in requests. */
function preprocess(
  document: OpenApiDocument,
  ajvOptions: AjvOptions,
  { validateResponses }: Pick<ValidatorOptions, 'validateResponses'>,
) {
  const apiDocument = document as unknown as ApiDocument;
  const options = validateResponses as ConstructorParameters<typeof SchemaPreprocessor>[2];
  const preprocessor = new SchemaPreprocessor(apiDocument, ajvOptions.preprocessor, options);
  // It uses Ajv only to follow references, and Ajv would compile every schema that it finds.
  Reflect.set(preprocessor, 'ajv', {
    getSchema: ($ref: string) => ({ schema: resolve(document, { $ref }) }),
  });
  return preprocessor.preProcess();
}

/** The routes, with fixed segments before parameters: `{` sorts behind every letter. */
function routesOf(document: OpenApiDocument) {
  const routes = readOperations(document).map(({ path, method, parameters }) => ({
    basePath: '',
    expressRoute: path.replaceAll(/\{([^}]+)\}/g, ':$1'),
    openApiRoute: path,
    method: method.toUpperCase(),
    pathParams: parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
  }));
  return routes.sort((one, other) => (one.openApiRoute < other.openApiRoute ? -1 : 1));
}
