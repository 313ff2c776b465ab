import type { RejectedMessage } from '../../../writer/rejected-rows.ts';
import { forEachValue, locationAt } from '../message-chunk.ts';
import { AvroContainerWriter, NotAvroError, readAvroContainer } from './avro-container.ts';
import { GroupedMessages } from './grouped-messages.ts';
import type { EncodedInsert, MessageFormat } from './message-format.ts';

/**
 * An Avro object container file in each message. The files with the same schema become one, block by block, because the engine
 * reads one file per insert.
 */
export const avroFormat: MessageFormat = {
  async encode(chunks) {
    const rejected: RejectedMessage[] = [];
    const groups = new Map<string, GroupedMessages>();
    forEachValue(chunks, (bytes, chunk, index) => {
      try {
        const { schema, codec } = readAvroContainer(bytes);
        const key = `${codec} ${schema}`;
        const group = groups.get(key) ?? new GroupedMessages();
        groups.set(key, group);
        group.add(bytes, chunk, index);
      } catch (error) {
        if (!(error instanceof NotAvroError)) throw error;
        rejected.push({ bytes, location: locationAt(chunk, index), reason: error.message });
      }
    });
    return { inserts: [...groups.values()].map(insertOf), rejected };
  },
};

/** Groups are in the order of their first messages. */
function insertOf(group: GroupedMessages, index: number): EncodedInsert {
  return {
    suffix: index === 0 ? '' : `/${index}`,
    messages: {
      format: 'Avro',
      count: group.values.length,
      bytes: merge(group.values),
      split: () => group.located(),
      frame: (messages) => merge(messages.map(({ bytes }) => Buffer.from(bytes))),
    },
  };
}

function merge(files: readonly Buffer[]): Buffer[] {
  const containers = files.map(readAvroContainer);
  const [first] = containers;
  if (first === undefined) return [];
  const writer = new AvroContainerWriter(first.schema, first.codec);
  for (const { blocks } of containers) for (const { count, data } of blocks) writer.addBlock(count, data);
  return [writer.finish()];
}
