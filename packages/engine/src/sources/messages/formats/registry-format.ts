import type { RejectedMessage } from '../../../writer/rejected-rows.ts';
import { forEachValue, locationAt } from '../message-chunk.ts';
import { GroupedMessages } from './grouped-messages.ts';
import type { EncodedMessages, MessageFormat } from './message-format.ts';
import type { RegisteredSchema, SchemaRegistry } from './schema-registry.ts';

/** A zero byte, and the id of the schema in 4 bytes. */
export const PREFIX_BYTES = 5;

/** Messages that share a schema cannot be read with it. */
export class UnusableSchemaError extends Error {
  override readonly name = 'UnusableSchemaError';
}

/**
 * Makes inserts of the messages that have the same schema.
 *
 * @throws UnusableSchemaError if none of them can be read
 */
export type EncodeGroup = (
  schema: RegisteredSchema,
  schemaId: number,
  group: GroupedMessages,
) => Promise<EncodedMessages>;

/**
 * Messages that start with the id of a schema in a registry. A message whose schema is unknown or unusable is rejected; a registry
 * that does not respond fails the batch, which is repeated later.
 */
export function registryFormat(registry: SchemaRegistry, encodeGroup: EncodeGroup): MessageFormat {
  return {
    async encode(chunks) {
      const rejected: RejectedMessage[] = [];
      const groups = new Map<number, GroupedMessages>();
      forEachValue(chunks, (bytes, chunk, index) => {
        if (bytes.length < PREFIX_BYTES || bytes[0] !== 0) {
          const location = locationAt(chunk, index);
          rejected.push({ bytes, location, reason: 'The message does not start with the id of a schema.' });
          return;
        }
        const id = bytes.readUInt32BE(1);
        const group = groups.get(id) ?? new GroupedMessages();
        groups.set(id, group);
        group.add(bytes, chunk, index);
      });
      const parts: EncodedMessages[] = [{ inserts: [], rejected }];
      for (const [id, group] of groups)
        parts.push(
          await orReject(group, async () => encodeGroup(await knownSchema(registry, id), id, group)),
        );
      return combine(parts);
    },
  };
}

/** Rejects all messages of a group if their schema cannot be used. */
export async function orReject(
  group: GroupedMessages,
  encode: () => Promise<EncodedMessages>,
): Promise<EncodedMessages> {
  try {
    return await encode();
  } catch (error) {
    if (!(error instanceof UnusableSchemaError)) throw error;
    const reason = error.message;
    return { inserts: [], rejected: group.located().map((message) => ({ ...message, reason })) };
  }
}

export function combine(parts: readonly EncodedMessages[]): EncodedMessages {
  return {
    inserts: parts.flatMap(({ inserts }) => inserts),
    rejected: parts.flatMap(({ rejected }) => rejected),
  };
}

async function knownSchema(registry: SchemaRegistry, id: number): Promise<RegisteredSchema> {
  const schema = await registry.schema(id);
  if (schema === undefined)
    throw new UnusableSchemaError(`The schema registry has no schema with the id ${id}.`);
  return schema;
}

/** @throws UnusableSchemaError if the schema is of another kind */
export function requireType(schema: RegisteredSchema, id: number, type: string): void {
  const { schemaType = 'AVRO' } = schema;
  if (schemaType !== type)
    throw new UnusableSchemaError(`The schema ${id} has the type ${schemaType}, and the pipe reads ${type}.`);
}
