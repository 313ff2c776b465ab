/** Makes and reads the opaque cursors of lists (D-05). */
export interface Cursors {
  /** The cursor of the page of this list that follows this id. */
  after(list: string, id: string): string;
  /**
   * The id after which a page of this list begins.
   *
   * @throws ProblemError 400 if the cursor was not made for this list.
   */
  read(list: string, cursor: string): string;
}

/** The default of the contract's `limit` (D-05). */
export const DEFAULT_LIMIT = 100;

/** What a list is asked for. */
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

/**
 * Reads a page of a list, whose name tells its cursors from those of others. Ids are time-ordered, so a page begins after an id and costs the same wherever that is.
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
  // One more than asked for tells whether there is a next page.
  const found = await read(limit + 1, afterId);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: found.length > limit && last !== undefined ? cursors.after(list, last.id) : null,
  };
}
