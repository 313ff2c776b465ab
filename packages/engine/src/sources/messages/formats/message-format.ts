import type { Messages } from '../../../writer/messages.ts';
import type { RejectedMessage } from '../../../writer/rejected-rows.ts';
import type { MessageChunk } from '../message-chunk.ts';

/** How messages become bytes that the engine reads. Nothing is decoded in this process. */
export interface MessageFormat {
  encode(chunks: readonly MessageChunk[]): Promise<EncodedMessages>;
}

export interface EncodedMessages {
  readonly inserts: readonly EncodedInsert[];
  /** Messages that are not in the format. */
  readonly rejected: readonly RejectedMessage[];
}

/** Messages that one insert can contain. */
export interface EncodedInsert {
  /** Distinguishes the inserts of a batch. The messages determine it. */
  readonly suffix: string;
  readonly messages: Messages;
}
