import { UnusableSchemaError } from './registry-format.ts';
import type { RegisteredSchema, SchemaRegistry } from './schema-registry.ts';

type AvroNode = string | AvroNode[] | { readonly [key: string]: unknown };

/**
 * The text of a schema with the schemas that it refers to. Avro has no imports: a definition is in the text once, where its name is
 * used first.
 *
 * @throws UnusableSchemaError if the registry lacks one of them
 */
export async function completeAvroSchema(
  registered: RegisteredSchema,
  registry: SchemaRegistry,
): Promise<string> {
  if ((registered.references ?? []).length === 0) return registered.schema;
  const definitions = new Map<string, AvroNode>();
  await collect(registered, registry, definitions);
  return JSON.stringify(inline(parse(registered.schema), '', definitions));
}

async function collect(
  { references = [] }: RegisteredSchema,
  registry: SchemaRegistry,
  definitions: Map<string, AvroNode>,
): Promise<void> {
  for (const reference of references) {
    if (definitions.has(reference.name)) continue;
    const found = await registry.referenced(reference);
    if (found === undefined)
      throw new UnusableSchemaError(`The schema registry has no schema for the reference ${reference.name}.`);
    definitions.set(reference.name, parse(found.schema));
    await collect(found, registry, definitions);
  }
}

/** Replaces the first use of each name by its definition. */
function inline(node: AvroNode, namespace: string, definitions: Map<string, AvroNode>): AvroNode {
  if (typeof node === 'string') {
    const name = node.includes('.') || namespace === '' ? node : `${namespace}.${node}`;
    const definition = definitions.get(name);
    if (definition === undefined) return node;
    definitions.delete(name);
    return inline(definition, '', definitions);
  }
  if (Array.isArray(node)) return node.map((part) => inline(part, namespace, definitions));
  const inner = typeof node.namespace === 'string' ? node.namespace : namespaceOf(node.name, namespace);
  const parts = Object.entries(node).map(([key, value]) => {
    if (key === 'fields')
      return [key, (value as AvroNode[]).map((field) => inline(field, inner, definitions))];
    if (key === 'type' || key === 'items' || key === 'values')
      return [key, inline(value as AvroNode, inner, definitions)];
    return [key, value];
  });
  return Object.fromEntries(parts);
}

function namespaceOf(name: unknown, outer: string): string {
  return typeof name === 'string' && name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : outer;
}

function parse(text: string): AvroNode {
  try {
    return JSON.parse(text) as AvroNode;
  } catch {
    throw new UnusableSchemaError('The schema registry returned a schema that is not JSON.');
  }
}
