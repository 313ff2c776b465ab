import { batchesOf, fittingItems, type ItemSize } from './page-bytes.ts';
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
  /** All items, or those of the first batch. */
  readonly items: Item[];
  /** The other batches of a large page. Each is read when it is requested. */
  readonly later?: AsyncIterable<Item[]>;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Reads a list in its order: at most `limit` items, after the item `afterId` if it is given. */
export interface ListReader<Item> {
  sizes(limit: number, afterId: string | undefined): Promise<ItemSize[]>;
  read(limit: number, afterId: string | undefined): Promise<Item[]>;
}

/** The name of a list in its cursors: a cursor of another tenant or of other filters is not one of this list (D-05). */
export function listName(list: string, tenantId: string, filter: object): string {
  return JSON.stringify([list, tenantId, ...Object.entries(present(filter)).sort()]);
}

/**
 * Reads a page of a list. The name of the list is part of its cursors. Ids are time-ordered, so a page starts after an id,
 * and every page costs the same. A page ends before its body would exceed the limit of D-95.
 *
 * @throws ProblemError 400 if the cursor is not one of this list.
 */
export async function readPage<Item extends { readonly id: string }>(
  cursors: Cursors,
  list: string,
  { limit = DEFAULT_LIMIT, cursor }: PageRequest,
  reader: ListReader<Item>,
): Promise<Page<Item>> {
  const afterId = cursor === undefined ? undefined : cursors.read(list, cursor);
  // One more than requested, to find out whether there is a next page.
  const sizes = await reader.sizes(limit + 1, afterId);
  const page = sizes.slice(0, fittingItems(sizes.slice(0, limit)));
  const [first = [], ...others] = batchesOf(page);
  const last = page.at(-1);
  const items = await readBatch(reader, first, afterId);
  const nextCursor = sizes.length > page.length && last !== undefined ? cursors.after(list, last.id) : null;
  if (others.length === 0) return { items, nextCursor };
  return { items, later: laterBatches(reader, others, first.at(-1)?.id), nextCursor };
}

/** {@link readPage} for items whose size is limited, so that a page of any length is small. */
export async function readPageOfSmallItems<Item extends { readonly id: string }>(
  cursors: Cursors,
  list: string,
  { limit = DEFAULT_LIMIT, cursor }: PageRequest,
  read: ListReader<Item>['read'],
): Promise<Page<Item>> {
  const afterId = cursor === undefined ? undefined : cursors.read(list, cursor);
  const found = await read(limit + 1, afterId);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: found.length > limit && last !== undefined ? cursors.after(list, last.id) : null,
  };
}

/** A page of the views of the items. */
export function viewedPage<Item, View>(page: Page<Item>, view: (item: Item) => View): Page<View> {
  const { items, later, nextCursor } = page;
  const viewed = { items: items.map(view), nextCursor };
  return later === undefined ? viewed : { ...viewed, later: viewedBatches(later, view) };
}

async function* viewedBatches<Item, View>(batches: AsyncIterable<Item[]>, view: (item: Item) => View) {
  for await (const batch of batches) yield batch.map(view);
}

async function* laterBatches<Item extends { readonly id: string }>(
  reader: ListReader<Item>,
  batches: readonly ItemSize[][],
  firstAfterId: string | undefined,
): AsyncGenerator<Item[]> {
  let afterId = firstAfterId;
  for (const batch of batches) {
    yield await readBatch(reader, batch, afterId);
    afterId = batch.at(-1)?.id;
  }
}

/** Without the items that moved up because others were deleted: they are part of a later batch. */
async function readBatch<Item extends { readonly id: string }>(
  reader: ListReader<Item>,
  batch: readonly ItemSize[],
  afterId: string | undefined,
): Promise<Item[]> {
  if (batch.length === 0) return [];
  const ids = new Set(batch.map(({ id }) => id));
  const items = await reader.read(batch.length, afterId);
  return items.filter(({ id }) => ids.has(id));
}
