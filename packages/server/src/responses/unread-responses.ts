import type { ServerResponse } from 'node:http';
import type { Logger } from '../logger.ts';

/** The bytes that all clients together may leave unread in the memory of a server. */
const MAX_UNREAD_BYTES = 256 * 1024 * 1024;

/** Limits the memory that clients occupy that request responses and do not read them. */
export interface UnreadResponses {
  /** Counts what the client has not read of a response yet. Call it after each write. */
  count(response: ServerResponse): void;
}

/**
 * Above the limit, the connections end whose clients have been reading for the longest time. Clients that read are done
 * within milliseconds, so those are others.
 */
export function createUnreadResponses(logger: Logger, limitBytes = MAX_UNREAD_BYTES): UnreadResponses {
  /** In the order of their first unread bytes. */
  const unread = new Map<ServerResponse, number>();
  const watched = new WeakSet<ServerResponse>();
  let total = 0;

  /** Once: a body in parts is unread and read in turns. */
  function watch(response: ServerResponse): void {
    if (watched.has(response)) return;
    watched.add(response);
    response.once('close', () => set(response, 0));
  }

  function set(response: ServerResponse, bytes: number): void {
    total += bytes - (unread.get(response) ?? 0);
    if (bytes === 0) unread.delete(response);
    else unread.set(response, bytes);
  }

  function endAboveLimit(): void {
    // Clients have read since the last writes.
    for (const response of unread.keys()) set(response, response.writableLength);
    for (const response of unread.keys()) {
      if (total <= limitBytes) return;
      end(response);
    }
  }

  function end(response: ServerResponse): void {
    logger.warn(
      { unreadBytes: total, limitBytes },
      'Clients do not read their responses: the connection of the slowest one was closed',
    );
    set(response, 0);
    response.destroy();
  }

  return {
    count(response) {
      const bytes = response.writableLength;
      // In most cases the operating system has taken all.
      if (bytes === 0 && !unread.has(response)) return;
      watch(response);
      set(response, bytes);
      if (total > limitBytes) endAboveLimit();
    },
  };
}
