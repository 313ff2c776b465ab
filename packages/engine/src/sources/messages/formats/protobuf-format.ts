import { ByteWriter } from './byte-writer.ts';
import type { GroupedMessages } from './grouped-messages.ts';
import type { EncodedInsert, MessageFormat } from './message-format.ts';
import { messageName, readIndexes } from './protobuf-message.ts';
import {
  combine,
  orReject,
  PREFIX_BYTES,
  registryFormat,
  requireType,
  UnusableSchemaError,
} from './registry-format.ts';
import type { SchemaRegistry } from './schema-registry.ts';

/** Protobuf messages with the id of their schema and the position of their type in front. */
export function protobufFormat(registry: SchemaRegistry): MessageFormat {
  return registryFormat(registry, async (registered, id, group) => {
    requireType(registered, id, 'PROTOBUF');
    if ((registered.references ?? []).length > 0)
      throw new UnusableSchemaError(`The schema ${id} imports other schemas, which is not supported.`);
    const groups = group.splitBy((value) => pathOf(value.subarray(PREFIX_BYTES)));
    return combine(
      await Promise.all(
        [...groups].map(([path, messages]) =>
          orReject(messages, async () => ({
            inserts: [insertOf(registered.schema, id, path, messages)],
            rejected: [],
          })),
        ),
      ),
    );
  });
}

function pathOf(bytes: Buffer): string {
  return readIndexes(bytes)?.path.join('.') ?? '';
}

function insertOf(schema: string, id: number, path: string, group: GroupedMessages): EncodedInsert {
  if (path === '') throw new UnusableSchemaError('The message does not contain the position of its type.');
  const name = messageName(schema, path.split('.').map(Number));
  return {
    suffix: `/${id}/${path}`,
    messages: {
      format: 'Protobuf',
      settings: { format_schema_source: 'string', format_schema: schema, format_schema_message_name: name },
      count: group.values.length,
      bytes: frame(group.values),
      split: () => group.located(),
      frame: (messages) => frame(messages.map(({ bytes }) => Buffer.from(bytes))),
    },
  };
}

/** The engine reads messages that follow their lengths. */
function frame(values: readonly Buffer[]): Buffer[] {
  const writer = new ByteWriter();
  for (const value of values) {
    const rest = value.subarray(PREFIX_BYTES);
    const message = rest.subarray(readIndexes(rest)?.byteLength ?? 0);
    writer.appendVarint(message.length).append(message);
  }
  return [writer.finish()];
}
