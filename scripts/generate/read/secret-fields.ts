import type { Bundle } from '../bundle/bundle.ts';
import { type BundleDiagnostic, throwDiagnostics } from '../diagnostics/bundle-diagnostics.ts';
import { appendSegment, isReference, parseFragment, resolve, type SchemaObject } from './contract-reader.ts';
import { type BundledOperation, operationsOf } from './operations.ts';

/** A property of a request body, or what stands for any of them. */
interface Field {
  /** The property; undefined for an item of a list and a value of a map. */
  name: string | undefined;
  /** The pointer into a body; `*` stands for any one index or key. */
  pointer: string;
  secret: boolean;
  bundle: Bundle;
  /** The path of the schema in the bundle. */
  location: string[];
}

/** A schema on the way down from a body. */
interface Visit {
  bundle: Bundle;
  schema: SchemaObject;
  location: string[];
  pointer: string;
  name: string | undefined;
  /** The references that led here. A recursive schema is followed once; below that, the names decide. */
  within: readonly string[];
}

/** What requests must not leave in a log: see packages/contract/src/secret-fields.ts, which both lists belong to. */
export interface SecretFields {
  /** JSON pointers into the body of an operation, by operationId. */
  byOperation: ReadonlyMap<string, string[]>;
  names: string[];
}

/**
 * The fields of request bodies that are `writeOnly` or `format: password`.
 *
 * @throws ContractError if a name is a secret in one body and an ordinary property in another: who only has a name, such as
 * a log, could neither mask nor print it.
 */
export async function readSecretFields(bundles: Bundle[]): Promise<SecretFields> {
  const operations = bundles.flatMap(operationsOf).map((operation) => ({
    id: operation.operationId,
    fields: fieldsOf(operation),
  }));
  const fields = operations.flatMap((operation) => operation.fields);
  const secrets = fields.filter(({ secret }) => secret);
  await throwDiagnostics(ambiguousNames(fields, secrets));
  return {
    byOperation: new Map(
      operations
        .map(({ id, fields: own }) => [id, pointersOf(own.filter(({ secret }) => secret))] as const)
        .filter(([, pointers]) => pointers.length > 0),
    ),
    names: [...new Set(secrets.flatMap(({ name }) => name ?? []))].sort(),
  };
}

function fieldsOf({ bundle, path, method, requestBody }: BundledOperation): Field[] {
  const { content = {} } = requestBody ?? {};
  return Object.entries(content).flatMap(([type, { schema }]) => {
    if (schema === undefined) return [];
    const location = ['paths', path, method, 'requestBody', 'content', type, 'schema'];
    const fields = fieldsFrom({ bundle, schema, location, pointer: '', name: undefined, within: [] });
    // A schema that is put together is secret if one of its parts is.
    const secrets = new Set(fields.filter(({ secret }) => secret).map(({ pointer }) => pointer));
    return fields.filter(({ secret, pointer }) => secret || !secrets.has(pointer));
  });
}

/** The schema and all below it; nothing below a secret, which is one as a whole. */
function fieldsFrom(visit: Visit): Field[] {
  const { schema, bundle, within } = visit;
  if (isReference(schema)) {
    if (within.includes(schema.$ref)) return [];
    const target = {
      ...visit,
      schema: resolve<SchemaObject>(bundle.document, schema),
      location: parseFragment(schema.$ref),
      within: [...within, schema.$ref],
    };
    return fieldsFrom(target);
  }
  const { name, pointer, location } = visit;
  const secret = schema.writeOnly === true || schema.format === 'password';
  const field = { name, pointer, secret, bundle, location };
  return secret ? [field] : [field, ...below(visit, schema).flatMap(fieldsFrom)];
}

function below(visit: Visit, schema: SchemaObject): Visit[] {
  const at = (keywords: string[], part: SchemaObject | boolean | undefined, step?: string): Visit[] => {
    if (typeof part !== 'object') return [];
    const location = [...visit.location, ...keywords];
    if (step === undefined) return [{ ...visit, schema: part, location }];
    const name = step === '*' ? undefined : step;
    return [{ ...visit, schema: part, location, name, pointer: appendSegment(visit.pointer, step) }];
  };
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
      at(['properties', name], part, name),
    ),
    ...Object.entries(schema.patternProperties ?? {}).flatMap(([name, part]) =>
      at(['patternProperties', name], part, '*'),
    ),
    ...at(['additionalProperties'], schema.additionalProperties, '*'),
    ...at(['items'], schema.items, '*'),
    ...(schema.allOf ?? []).flatMap((part, index) => at(['allOf', String(index)], part)),
  ];
}

function pointersOf(fields: Field[]): string[] {
  return [...new Set(fields.map(({ pointer }) => pointer))];
}

function ambiguousNames(fields: Field[], secrets: Field[]): BundleDiagnostic[] {
  const first = new Map(secrets.map((field) => [field.name, field]));
  const locations = new Map(fields.map((field) => [field.location.join('/'), field]));
  return [...locations.values()].flatMap(({ name, secret, bundle, location }) => {
    const other = first.get(name);
    if (name === undefined || secret || other === undefined) return [];
    return [
      {
        bundle,
        pointer: location,
        rule: 'secret-name',
        message: `The property ${name} is ordinary here and a secret in ${other.location.join('/')}.`,
        advice: 'Rename one of the two: logs hide secrets by their names.',
      },
    ];
  });
}
