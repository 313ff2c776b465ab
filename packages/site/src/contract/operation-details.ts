import {
  type ContentObject,
  componentName,
  type DescribedOperation,
  isReference,
  type OpenApiDocument,
  type ParameterObject,
  type ResponseObject,
  reachedReferences,
  resolve,
  responseHeaders,
  type SchemaObject,
  type SecuritySchemeObject,
  securityRequirements,
} from '@penstock/contract/reader';
import { descriptionAndDefault, type FieldSources, type ObjectFields, readFields } from './fields.ts';
import type { Provenance } from './provenance.ts';
import { unitOf, type ValueFacts, valueFacts } from './value-facts.ts';

/** The details on the page of an operation or of a webhook event. */
export interface OperationDetails {
  readonly parameters: readonly ParameterDetails[];
  readonly request: BodyDetails | undefined;
  /** The responses of successful requests. */
  readonly responses: readonly ResponseDetails[];
  /** The errors that the operation returns, by status and code. */
  readonly errors: readonly ErrorCase[];
  /** The ways to authenticate a request, of which one is needed. Empty without authentication. */
  readonly authentication: readonly AuthenticationDetails[];
  /** The body of its error responses, which is the same for all operations. */
  readonly errorBody: BodyDetails | undefined;
  /** The names of the schemas that its bodies contain. */
  readonly schemas: ReadonlySet<string>;
}

export interface AuthenticationDetails {
  /** The HTTP scheme, such as `basic`. */
  readonly scheme: string;
  readonly description: string;
}

export interface ParameterDetails extends ValueFacts {
  readonly name: string;
  readonly location: ParameterObject['in'];
  readonly description: string;
  readonly isRequired: boolean;
  readonly unit?: string;
  readonly default?: string;
  readonly example?: string;
  readonly provenance?: Provenance;
}

export interface BodyDetails {
  readonly description: string;
  readonly mediaType: string;
  readonly isRequired: boolean;
  /** The name of its schema. */
  readonly schema: string | undefined;
  /** Undefined if the body is not an object. */
  readonly fields: ObjectFields | undefined;
  readonly examples: readonly BodyExample[];
}

export interface BodyExample {
  readonly name: string;
  readonly summary: string;
  readonly value: unknown;
}

export interface ResponseDetails {
  readonly status: string;
  readonly description: string;
  readonly headers: readonly HeaderDetails[];
  /** Undefined without a body. */
  readonly body: BodyDetails | undefined;
}

export interface HeaderDetails {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

/** An example of an error response. */
export interface ErrorCase {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  /** The case in which the operation returns it. */
  readonly summary: string;
  /** The body. */
  readonly value: unknown;
}

export function operationDetails(sources: FieldSources, described: DescribedOperation): OperationDetails {
  const { document } = sources;
  const { operation, parameters, requestBody, responses } = described;
  const [successes, failures] = partition(responses);
  const bodies = [requestBody?.content, ...successes.map(([, { content }]) => content)];
  return {
    parameters: parameters.map((parameter) => parameterDetails(sources, parameter)),
    request:
      requestBody &&
      bodyDetails(sources, requestBody.content, {
        description: requestBody.description ?? '',
        isRequired: requestBody.required ?? false,
      }),
    responses: successes.map(([status, response]) => responseDetails(sources, status, response)),
    errors: failures.flatMap(errorCases),
    authentication: securityRequirements(document, operation)
      .flatMap(Object.keys)
      .map((name) => authenticationDetails(document, name)),
    errorBody: bodyDetails(sources, failures[0]?.[1].content, { description: '', isRequired: true }),
    schemas: schemasIn(document, bodies),
  };
}

type Responses = readonly (readonly [status: string, response: ResponseObject])[];

function partition(responses: DescribedOperation['responses']): [successes: Responses, failures: Responses] {
  const all = [...responses];
  return [
    all.filter(([status]) => status.startsWith('2')),
    all.filter(([status]) => !status.startsWith('2')),
  ];
}

function authenticationDetails(document: OpenApiDocument, name: string): AuthenticationDetails {
  const { [name]: reference = { type: 'http' } } = document.components.securitySchemes ?? {};
  const { scheme = name, description = '' } = resolve<SecuritySchemeObject>(document, reference);
  return { scheme, description };
}

function parameterDetails(
  { document, provenance }: FieldSources,
  parameter: ParameterObject,
): ParameterDetails {
  const { name, in: location, description = '', required = false, schema = {}, example } = parameter;
  const resolved = resolve<SchemaObject>(document, schema);
  const facts = valueFacts(document, resolved);
  const unit = unitOf(name, facts);
  const source = provenance.ofParameter(parameter);
  return {
    ...facts,
    name,
    location,
    ...descriptionAndDefault({ description, default: resolved.default }),
    isRequired: required,
    ...(unit !== undefined && { unit }),
    ...(example !== undefined && { example: String(example) }),
    ...(source && { provenance: source }),
  };
}

/** Returns the description of a parameter for texts in which its default has no line of its own, as Markdown. */
export function descriptionWithDefault({ description, default: preset }: ParameterDetails): string {
  return preset === undefined ? description : `${description} Default: ${preset}.`;
}

function responseDetails(sources: FieldSources, status: string, response: ResponseObject): ResponseDetails {
  const { description = '', content } = response;
  return {
    status,
    description,
    headers: Object.entries(responseHeaders(sources.document, response)).map(([name, header]) => ({
      name,
      description: header.description ?? '',
      example: String(header.example ?? ''),
    })),
    body: bodyDetails(sources, content, { description: '', isRequired: true }),
  };
}

function bodyDetails(
  sources: FieldSources,
  content: ContentObject | undefined,
  about: Pick<BodyDetails, 'description' | 'isRequired'>,
): BodyDetails | undefined {
  const [entry] = Object.entries(content ?? {});
  if (entry === undefined) return undefined;
  const [mediaType, { schema }] = entry;
  return {
    ...about,
    mediaType,
    schema: isReference(schema) ? componentName(schema) : undefined,
    fields: schema && readFields(sources, schema),
    examples: bodyExamples(content),
  };
}

/** Returns the examples of a body. All bodies of the contract have one media type. */
export function bodyExamples(content: ContentObject = {}): BodyExample[] {
  const [{ examples = {} } = {}] = Object.values(content);
  return Object.entries(examples).map(([name, { summary = name, value }]) => ({ name, summary, value }));
}

function errorCases([status, { content = {} }]: readonly [string, ResponseObject]): ErrorCase[] {
  const examples = Object.values(content).flatMap(({ examples: named = {} }) => Object.values(named));
  return examples.map(({ summary = '', value }) => {
    const { code, title } = value as Pick<ErrorCase, 'code' | 'title'>;
    return { status: Number(status), code, title, summary, value };
  });
}

function schemasIn(document: OpenApiDocument, bodies: readonly (ContentObject | undefined)[]): Set<string> {
  const schemas = bodies.flatMap((content) => Object.values(content ?? {}).map(({ schema }) => schema));
  const references = [...reachedReferences(document, schemas).keys()];
  return new Set(references.map(($ref) => componentName({ $ref })));
}
