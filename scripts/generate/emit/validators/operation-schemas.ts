import type { Bundle } from '../../bundle/bundle.ts';
import type { Mistake } from '../../diagnostics/bundle-diagnostics.ts';
import { type Parameter, type RequestBody, type Response, resolve } from '../../read/openapi.ts';
import { isInteger, parametersOf, type WrittenOperation } from '../../read/operations.ts';
import { type Direction, type JsonSchema, schemaFor, schemaId } from './schemas.ts';

/** What one operation checks: ids of schemas. */
export interface OperationSchemas {
  readonly operationId: string;
  readonly parameters: Readonly<Record<'path' | 'query' | 'header', string>>;
  readonly requestBody: string | undefined;
  /** By status, those with a body alone. */
  readonly responses: Readonly<Record<string, string>>;
}

/** Schemas by id. Equal ones get one id, because an operation has most of its parameters from its neighbours. */
export class SchemaRegister {
  readonly schemas = new Map<string, JsonSchema>();
  readonly mistakes: Mistake[] = [];
  readonly #ids = new Map<string, string>();

  /** All components of a document, in both directions. */
  addComponents(bundle: Bundle): void {
    for (const [name, schema] of Object.entries(bundle.document.components?.schemas ?? {})) {
      const place = { bundle, pointer: ['components', 'schemas', name], mistakes: this.mistakes };
      for (const direction of ['request', 'response'] as const)
        this.schemas.set(schemaId(direction, name), schemaFor(direction, schema, place));
    }
  }

  addOperation(written: WrittenOperation): OperationSchemas {
    const { operationId, requestBody, responses } = written.operation;
    const { document } = written.bundle;
    const parameters = parametersOf(written);
    const body = requestBody && resolve<RequestBody>(document, requestBody).content;
    const answers = Object.entries(responses ?? {}).flatMap(([status, response]) => {
      const id = this.#content('response', resolve<Response>(document, response).content, written, [
        'responses',
        status,
      ]);
      return id === undefined ? [] : [[status, id]];
    });
    const ofPlace = (place: Parameter['in']) =>
      this.#parameters(
        parameters.filter((parameter) => parameter.in === place),
        place,
        written,
      );
    return {
      operationId,
      parameters: { path: ofPlace('path'), query: ofPlace('query'), header: ofPlace('header') },
      requestBody: this.#content('request', body, written, ['requestBody']),
      responses: Object.fromEntries(answers),
    };
  }

  #content(direction: Direction, content: Content | undefined, written: WrittenOperation, at: string[]) {
    const [media] = Object.entries(content ?? {});
    if (media === undefined) return undefined;
    const pointer = [...pointerTo(written), ...at, 'content', media[0], 'schema'];
    const schema = schemaFor(direction, media[1].schema, {
      bundle: written.bundle,
      pointer,
      mistakes: this.mistakes,
    });
    const only = typeof schema === 'object' && Object.keys(schema).length === 1 ? schema.$ref : undefined;
    return typeof only === 'string' ? only : this.#idOf(schema);
  }

  #parameters(parameters: Parameter[], in_: Parameter['in'], written: WrittenOperation): string {
    const place = { bundle: written.bundle, pointer: pointerTo(written), mistakes: this.mistakes };
    for (const parameter of parameters) {
      const type = parameter.schema?.type;
      if (type !== 'string' && !isInteger(parameter))
        this.mistakes.push(unsupportedParameter(parameter, written));
    }
    const properties = parameters.map(({ name, schema }) => [name, schemaFor('request', schema, place)]);
    return this.#idOf({
      type: 'object',
      properties: Object.fromEntries(properties),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
      ...(in_ === 'query' ? { additionalProperties: false } : {}),
    });
  }

  #idOf(schema: JsonSchema): string {
    const text = JSON.stringify(schema);
    const id = this.#ids.get(text) ?? `schema:${this.#ids.size + 1}`;
    this.#ids.set(text, id);
    this.schemas.set(id, schema);
    return id;
  }
}

type Content = NonNullable<Response['content']>;

function pointerTo({ path, method }: WrittenOperation): string[] {
  return ['paths', path, method];
}

function unsupportedParameter({ name }: Parameter, written: WrittenOperation): Mistake {
  return {
    bundle: written.bundle,
    pointer: pointerTo(written),
    rule: 'validator-parameter',
    message: `The parameter ${name} is neither text nor, in the query, a whole number.`,
    advice: 'Give it `type: string`, or `type: integer` in the query: the servers read no other from text.',
  };
}
