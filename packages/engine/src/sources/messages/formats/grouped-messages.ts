import { type LocatedMessage, locationAt, type MessageChunk } from '../message-chunk.ts';

/** Messages with the same schema. Locations are only written if they are asked for. */
export class GroupedMessages {
  readonly #values: Buffer[] = [];
  readonly #chunks: MessageChunk[] = [];
  readonly #indexes: number[] = [];

  add(value: Buffer, chunk: MessageChunk, index: number): void {
    this.#values.push(value);
    this.#chunks.push(chunk);
    this.#indexes.push(index);
  }

  get values(): readonly Buffer[] {
    return this.#values;
  }

  splitBy(keyOf: (value: Buffer) => string): Map<string, GroupedMessages> {
    const groups = new Map<string, GroupedMessages>();
    this.#values.forEach((value, at) => {
      const key = keyOf(value);
      const group = groups.get(key) ?? new GroupedMessages();
      groups.set(key, group);
      group.add(value, this.#chunks[at] as MessageChunk, this.#indexes[at] as number);
    });
    return groups;
  }

  located(): LocatedMessage[] {
    return this.#values.map((bytes, at) => ({
      bytes,
      location: locationAt(this.#chunks[at] as MessageChunk, this.#indexes[at] as number),
    }));
  }
}
