/** The stored size of an item of a list. */
export interface ItemSize {
  readonly id: string;
  readonly bytes: number;
}

/** The limit of the body of a page (D-95). */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
/** The limit of the items that are in memory at once while a page is sent. */
const MAX_BATCH_BYTES = 256 * 1024;
/** More than what a response contains of an item in addition to its stored document: ids, timestamps, states. */
const ADDED_BYTES = 2048;

/** Returns the number of items that fit in a page. At least one does. */
export function fittingItems(sizes: readonly ItemSize[]): number {
  return itemsWithin(sizes, MAX_PAGE_BYTES);
}

/** Splits a page into parts that are read and sent one after the other. */
export function batchesOf(sizes: readonly ItemSize[]): ItemSize[][] {
  const batches: ItemSize[][] = [];
  for (let start = 0; start < sizes.length; start += batches.at(-1)?.length ?? 0) {
    const rest = sizes.slice(start);
    batches.push(rest.slice(0, itemsWithin(rest, MAX_BATCH_BYTES)));
  }
  return batches;
}

function itemsWithin(sizes: readonly ItemSize[], limit: number): number {
  let total = 0;
  const end = sizes.findIndex(({ bytes }) => {
    total += bytes + ADDED_BYTES;
    return total > limit;
  });
  return end === -1 ? sizes.length : Math.max(end, 1);
}
