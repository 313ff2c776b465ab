import { Namespace, parse, type ReflectionObject, Type } from 'protobufjs';
import { UnusableSchemaError } from './registry-format.ts';

/** The start of a message: which message type of its schema it has. */
export interface MessageIndexes {
  /** The position of the type among the types of its file, then among the ones inside of that type, and so on. */
  readonly path: readonly number[];
  readonly byteLength: number;
}

/** Reads the indexes after the id of the schema: a count and the numbers. A single zero stands for the first type. Undefined if they are cut off. */
export function readIndexes(bytes: Buffer): MessageIndexes | undefined {
  let position = 0;
  const next = (): number => {
    let value = 0;
    for (let scale = 1; position < bytes.length; scale *= 0x80) {
      const byte = bytes[position++] as number;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value / 2;
    }
    return Number.NaN;
  };
  const count = next();
  if (count === 0) return { path: [0], byteLength: position };
  const path: number[] = [];
  while (path.length < count) {
    const index = next();
    if (!Number.isInteger(index)) return undefined;
    path.push(index);
  }
  return Number.isInteger(count) ? { path, byteLength: position } : undefined;
}

/**
 * The name of a message type in the text of a schema, without its package, as the engine expects it.
 *
 * @throws UnusableSchemaError also for a type inside of another one, which the engine does not find
 */
export function messageName(schema: string, [index = 0, ...inner]: readonly number[]): string {
  const type = messageTypes(parsed(schema))[index];
  if (type === undefined)
    throw new UnusableSchemaError(`The schema has no message type at the position ${index}.`);
  if (inner.length > 0)
    throw new UnusableSchemaError(
      `The message has a type inside of ${type.name}, which is not supported. Use a type at the top of the schema.`,
    );
  return type.name;
}

function parsed(schema: string): ReflectionObject {
  try {
    const { root, package: name } = parse(schema, { keepCase: true });
    return name === undefined || name === null ? root : (root.lookup(name) ?? root);
  } catch (error) {
    throw new UnusableSchemaError(`The schema cannot be parsed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function messageTypes(parent: ReflectionObject): Type[] {
  return parent instanceof Namespace ? parent.nestedArray.filter((child) => child instanceof Type) : [];
}
