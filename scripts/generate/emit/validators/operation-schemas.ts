import type { Bundle } from '../../bundle/bundle.ts';
import type { BundleDiagnostic } from '../../diagnostics/bundle-diagnostics.ts';
import {
  type ContentObject,
  type HeaderObject,
  isIntegerParameter,
  type ParameterLocation,
  type ParameterObject,
  parametersIn,
  type ResponseObject,
  resolve,
  responseHeaders,
} from '../../read/contract-reader.ts';
import type { BundledOperation } from '../../read/operations.ts';
import { type Direction, type JsonSchema, schemaFor, schemaId } from './schemas.ts';

/** What one operation checks: ids of schemas. */
export interface OperationSchemas {
  readonly operationId: string;
  readonly parameters: Readonly<Record<'path' | 'query' | 'header', string>>;
  readonly requestBody: string | undefined;
  /** By status, those with a body alone. */
  readonly responses: Readonly<Record<string, string>>;
  /** By status. */
  readonly responseHeaders: Readonly<Record<string, string>>;
}

/** Schemas by id. Equal ones get one id, because an operation has most of its parameters from its neighbours. */
export class SchemaRegister {
  readonly schemas = new Map<string, JsonSchema>();
  /** The headers that are whole numbers, by the ids of the schemas of headers. */
  readonly integerHeaders = new Map<string, string[]>();
  readonly diagnostics: BundleDiagnostic[] = [];
  readonly #ids = new Map<string, string>();

  /** All components of a document, in both directions. */
  addComponents(bundle: Bundle): void {
    for (const [name, schema] of Object.entries(bundle.document.components?.schemas ?? {})) {
      const location = { bundle, pointer: ['components', 'schemas', name], diagnostics: this.diagnostics };
      for (const direction of ['request', 'response'] as const)
        this.schemas.set(schemaId(direction, name), schemaFor(direction, schema, location));
    }
  }

  addOperation(operation: BundledOperation): OperationSchemas {
    const { operationId, requestBody, responses } = operation;
    const bodies = [...responses].flatMap(([status, { content }]) => {
      const id = this.#content('response', content, operation, ['responses', status]);
      return id === undefined ? [] : [[status, id]];
    });
    const headers = [...responses].map(([status, response]) => [
      status,
      this.#headers(status, response, operation),
    ]);
    return {
      operationId,
      parameters: {
        path: this.#parameters('path', operation),
        query: this.#parameters('query', operation),
        header: this.#parameters('header', operation),
      },
      requestBody: this.#content('request', requestBody?.content, operation, ['requestBody']),
      responses: Object.fromEntries(bodies),
      responseHeaders: Object.fromEntries(headers),
    };
  }

  #content(
    direction: Direction,
    content: ContentObject | undefined,
    operation: BundledOperation,
    path: string[],
  ): string | undefined {
    const [media] = Object.entries(content ?? {});
    if (media === undefined) return undefined;
    const pointer = [...pointerTo(operation), ...path, 'content', media[0], 'schema'];
    const schema = schemaFor(direction, media[1].schema, {
      bundle: operation.bundle,
      pointer,
      diagnostics: this.diagnostics,
    });
    const only = typeof schema === 'object' && Object.keys(schema).length === 1 ? schema.$ref : undefined;
    return typeof only === 'string' ? only : this.#idOf(schema);
  }

  #parameters(location: ParameterLocation, operation: BundledOperation): string {
    const parameters = parametersIn(operation, location);
    const context = {
      bundle: operation.bundle,
      pointer: pointerTo(operation),
      diagnostics: this.diagnostics,
    };
    const unsupported = parameters.filter(
      (parameter) => parameter.schema?.type !== 'string' && !isIntegerParameter(parameter),
    );
    this.diagnostics.push(...unsupported.map((parameter) => unsupportedParameter(parameter, operation)));
    const properties = parameters.map(({ name, schema }) => [name, schemaFor('request', schema, context)]);
    return this.#idOf({
      type: 'object',
      properties: Object.fromEntries(properties),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
      ...(location === 'query' ? { additionalProperties: false } : {}),
    });
  }

  /** The headers of a response as an object, by their names in lower case. It may have other properties. */
  #headers(status: string, response: ResponseObject, operation: BundledOperation): string {
    const { bundle } = operation;
    const pointer = [...pointerTo(operation), 'responses', status, 'headers'];
    const headers = Object.entries(responseHeaders(bundle.document, response));
    const unsupported = headers.filter(([, header]) => !HEADER_TYPES.has(typeOf(bundle, header)));
    this.diagnostics.push(...unsupported.map(([name]) => unsupportedHeader(name, bundle, pointer)));
    const properties = headers.map(([name, { schema }]) => {
      const context = { bundle, pointer: [...pointer, name, 'schema'], diagnostics: this.diagnostics };
      return [name.toLowerCase(), schemaFor('response', schema, context)];
    });
    const schema = {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: headers.filter(([, { required }]) => required).map(([name]) => name.toLowerCase()),
    };
    const id = this.#idOf(schema, 'headers');
    const integers = headers.filter(([, header]) => typeOf(bundle, header) === 'integer');
    this.integerHeaders.set(
      id,
      integers.map(([name]) => name.toLowerCase()),
    );
    return id;
  }

  #idOf(schema: JsonSchema, kind: 'schema' | 'headers' = 'schema'): string {
    const key = `${kind} ${JSON.stringify(schema)}`;
    const id = this.#ids.get(key) ?? `${kind}:${this.#ids.size + 1}`;
    this.#ids.set(key, id);
    this.schemas.set(id, schema);
    return id;
  }
}

const HEADER_TYPES = new Set<unknown>(['string', 'integer']);

function typeOf({ document }: Bundle, { schema }: HeaderObject): unknown {
  return schema && resolve(document, schema).type;
}

function pointerTo({ path, method }: BundledOperation): string[] {
  return ['paths', path, method];
}

function unsupportedParameter({ name }: ParameterObject, operation: BundledOperation): BundleDiagnostic {
  return {
    bundle: operation.bundle,
    pointer: pointerTo(operation),
    rule: 'validator-parameter',
    message: `The parameter ${name} is neither text nor, in the query, a whole number.`,
    advice: 'Give it `type: string`, or `type: integer` in the query: the servers convert no other type.',
  };
}

function unsupportedHeader(name: string, bundle: Bundle, pointer: string[]): BundleDiagnostic {
  return {
    bundle,
    pointer: [...pointer, name],
    rule: 'validator-header',
    message: `The response header ${name} is neither text nor a whole number.`,
    advice: 'Give it `type: string` or `type: integer`: servers and clients convert no other type.',
  };
}
