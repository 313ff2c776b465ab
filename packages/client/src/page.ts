import { ApiPromise, type ParsedResponse } from './api-promise.ts';
import { type FailedCall, UnexpectedResponseError } from './errors.ts';
import type { PageContent } from './read-response.ts';

/** Requests the page at a cursor. */
type GetPage<Item, Failure> = (cursor: string) => PagePromise<Item, Failure>;

/** One page of a list. */
export class Page<Item, Failure = unknown> {
  declare readonly items: Item[];
  /** Pass it as `cursor` to request the next page. Null on the last page. */
  declare readonly nextCursor: string | null;
  readonly #getPage: GetPage<Item, Failure>;

  constructor(content: PageContent, getPage: GetPage<Item, Failure>) {
    Object.assign(this, content);
    this.#getPage = getPage;
  }

  /** Requests the next page; undefined on the last page. */
  next(): PagePromise<Item, Failure> | undefined {
    return this.nextCursor === null ? undefined : this.#getPage(this.nextCursor);
  }
}

/**
 * The promise of a list. `await` returns the first page. `for await` iterates over the items of this page and of all later
 * ones, and requests each page when it is needed.
 */
export class PagePromise<Item, Failure = unknown> extends ApiPromise<Page<Item, Failure>, Failure> {
  static {
    // As in ApiPromise: derived promises are plain ones.
    PagePromise.prototype.constructor = Promise;
  }

  readonly #call: FailedCall;

  constructor(parsed: Promise<ParsedResponse<Page<Item, Failure>>>, call: FailedCall) {
    super(parsed);
    this.#call = call;
  }

  /** Iterates over this page and all later ones. Fails with `paging_loop` if the server returns a cursor twice. */
  async *pages(): AsyncGenerator<Page<Item, Failure>, void, undefined> {
    const seen = new Set<string | null>();
    for (let page: Page<Item, Failure> | undefined = await this; page; page = await page.next()) {
      yield page;
      const { nextCursor } = page;
      if (seen.has(nextCursor)) {
        const detail = 'The server returned a cursor twice.';
        throw new UnexpectedResponseError('paging_loop', detail, this.#call);
      }
      seen.add(nextCursor);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* (page as { rows?: Item[] }).rows ?? page.items;
  }
}

/** One page of the rows of a search. */
export type RowsPage<Result extends Rows, Failure = unknown> = Result & {
  /** Requests the next page; undefined on the last page. */
  next(): RowsPromise<Result, Failure> | undefined;
};

interface Rows {
  readonly rows: readonly unknown[];
}

/**
 * The promise of a search. `await` returns the first page. `for await` iterates over the rows of this page and of all later ones,
 * and requests each page when it is needed: the same search, at the cursor.
 */
export interface RowsPromise<Result extends Rows, Failure = unknown>
  extends ApiPromise<RowsPage<Result, Failure>, Failure> {
  /** Iterates over this page and all later ones. Fails with `paging_loop` if the server returns a cursor twice. */
  pages(): AsyncGenerator<RowsPage<Result, Failure>, void, undefined>;
  [Symbol.asyncIterator](): AsyncGenerator<Result['rows'][number], void, undefined>;
}
