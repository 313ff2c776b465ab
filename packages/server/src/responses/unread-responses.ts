import type { ServerResponse } from 'node:http';
import type { Logger } from '../logger.ts';

/** The bytes that all clients together may leave unread in the memory of a server. */
const MAX_UNREAD_BYTES = 256 * 1024 * 1024;

/** Limits the memory that clients occupy that request responses and do not read them. */
export interface UnreadResponses {
  /** Counts what the client has not read of a response yet. Call it after each write. */
  hold(response: ServerResponse): void;
}

/**
 * Above the limit, the connections end whose clients have been reading for the longest time. Clients that read are done
 * within milliseconds, so those are others.
 */
export function createUnreadResponses(logger: Logger, limitBytes = MAX_UNREAD_BYTES): UnreadResponses {
  /** In the order in which the first bytes were held. */
  const held = new Map<ServerResponse, number>();
  let total = 0;

  function release(response: ServerResponse): void {
    total -= held.get(response) ?? 0;
    held.delete(response);
  }

  function endOldest(): void {
    const [oldest] = held.keys();
    if (oldest === undefined) return;
    logger.warn(
      { unreadBytes: total, limitBytes },
      'Clients do not read their responses: the connection of the slowest one was closed',
    );
    release(oldest);
    oldest.destroy();
  }

  return {
    hold(response) {
      const bytes = response.writableLength;
      // In most cases the operating system has taken all.
      if (bytes === 0 && !held.has(response)) return;
      if (!held.has(response)) response.once('close', () => release(response));
      total += bytes - (held.get(response) ?? 0);
      held.set(response, bytes);
      while (total > limitBytes && held.size > 0) endOldest();
    },
  };
}
