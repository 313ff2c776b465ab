import { lines } from '../../../writer/messages.ts';
import { type MessageChunk, messagesOf } from '../message-chunk.ts';
import type { MessageFormat } from './message-format.ts';

const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const SPACE = 0x20;

/** One or several objects in each message, also as an array. */
export const jsonFormat: MessageFormat = {
  async encode(chunks) {
    for (const chunk of chunks) openArrays(chunk);
    return {
      inserts: [
        {
          suffix: '',
          messages: {
            format: 'JSONEachRow',
            count: chunks.reduce((sum, { ends }) => sum + ends.length, 0),
            bytes: chunks.map(({ bytes }) => bytes),
            split: () => messagesOf(chunks),
            frame: lines,
          },
        },
      ],
      rejected: [],
    };
  },
};

/** The engine reads objects that are separated by commas, but an array only at the start of an insert. */
function openArrays({ bytes, ends }: MessageChunk): void {
  let start = 0;
  for (const end of ends) {
    if (bytes[start] === OPENING_BRACKET && bytes[end - 1] === CLOSING_BRACKET) {
      bytes[start] = SPACE;
      bytes[end - 1] = SPACE;
    }
    start = end + 1;
  }
}
