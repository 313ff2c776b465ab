import type { RejectedMessage } from '../../../writer/rejected-rows.ts';
import { forEachValue, locationAt } from '../messages/message-chunk.ts';
import { GroupedMessages } from './grouped-messages.ts';
import type { EncodedInsert, MessageFormat } from './message-format.ts';
import type { RegisteredSchema, SchemaRegistry } from './schema-registry.ts';

/** A zero byte, and the id of the schema in 4 bytes. */
export const PREFIX_BYTES = 5;

/** Messages that share a schema cannot be read with it. */
export class UnusableSchemaError extends Error {
  override readonly name = 'UnusableSchemaError';
}

/**
 * Makes an insert of the messages that have the same schema.
 *
 * @throws UnusableSchemaError if no message with this schema can be read
 */
export type EncodeGroup = (
  schema: RegisteredSchema,
  schemaId: number,
  group: GroupedMessages,
) => Promise<readonly EncodedInsert[]>;

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
      const inserts: EncodedInsert[] = [];
      for (const [id, group] of groups) {
        try {
          inserts.push(...(await encodeGroup(await knownSchema(registry, id), id, group)));
        } catch (error) {
          if (!(error instanceof UnusableSchemaError)) throw error;
          const reason = error.message;
          rejected.push(...group.located().map((message) => ({ ...message, reason })));
        }
      }
      return { inserts, rejected };
    },
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
