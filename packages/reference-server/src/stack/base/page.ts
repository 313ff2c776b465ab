import { present } from './present.ts';

/** Creates and reads the opaque cursors of lists (D-05). */
export interface Cursors {
  /** The cursor of the page after this id. */
  after(list: string, id: string): string;
  /**
   * The id after which the page starts.
   *
   * @throws ProblemError 400 if the cursor was not created for this list
   */
  read(list: string, cursor: string): string;
}

/** The default of the contract's `limit` (D-05). */
export const DEFAULT_LIMIT = 100;

/** The page that a request selects. */
export interface PageRequest {
  readonly limit?: number;
  readonly cursor?: string;
}

/** A part of a list, in the order of creation (D-05). */
export interface Page<Item> {
  readonly items: Item[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** The name of a list in its cursors: a cursor of another tenant or of other filters is not one of this list (D-05). */
export function listName(list: string, tenantId: string, filter: object): string {
  return JSON.stringify([list, tenantId, ...Object.entries(present(filter)).sort()]);
}

/**
 * Reads a page of a list. The name of the list is part of its cursors. Ids are time-ordered, so a page starts after an id,
 * and every page costs the same.
 *
 * @throws ProblemError 400 if the cursor is not one of this list.
 */
export async function readPage<Item extends { readonly id: string }>(
  cursors: Cursors,
  list: string,
  { limit = DEFAULT_LIMIT, cursor }: PageRequest,
  read: (limit: number, afterId: string | undefined) => Promise<Item[]>,
): Promise<Page<Item>> {
  const afterId = cursor === undefined ? undefined : cursors.read(list, cursor);
  // One more than requested, to find out whether there is a next page.
  const found = await read(limit + 1, afterId);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: found.length > limit && last !== undefined ? cursors.after(list, last.id) : null,
  };
}
