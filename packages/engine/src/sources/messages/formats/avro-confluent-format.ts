import type { Message } from '../../../writer/messages.ts';
import { AvroContainerWriter } from './avro-container.ts';
import { completeAvroSchema } from './avro-references.ts';
import type { MessageFormat } from './message-format.ts';
import { PREFIX_BYTES, registryFormat, requireType } from './registry-format.ts';
import type { SchemaRegistry } from './schema-registry.ts';

/** Avro datums with the id of their schema in front. The datums of a schema become one object container file. */
export function avroConfluentFormat(registry: SchemaRegistry): MessageFormat {
  return registryFormat(registry, async (registered, id, group) => {
    requireType(registered, id, 'AVRO');
    const schema = await completeAvroSchema(registered, registry);
    const frame = (values: readonly Buffer[]): Buffer[] => {
      const writer = new AvroContainerWriter(schema);
      for (const value of values) writer.addDatum(value.subarray(PREFIX_BYTES));
      return [writer.finish()];
    };
    const messages = {
      format: 'Avro',
      count: group.values.length,
      bytes: frame(group.values),
      split: () => group.located(),
      frame: (some: readonly Message[]) => frame(some.map(({ bytes }) => Buffer.from(bytes))),
    };
    return { inserts: [{ suffix: `/${id}`, messages }], rejected: [] };
  });
}
