import { AnswerPromise, type Received } from './answer.ts';
import { type FailedCall, UnexpectedAnswerError } from './errors.ts';
import type { PageContent } from './read-answer.ts';

/** Gets the page that begins at a cursor. */
type GetPage<Item, Failure> = (cursor: string) => PagePromise<Item, Failure>;

/** One page of a list. */
export class Page<Item, Failure = unknown> {
  declare readonly items: Item[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  declare readonly nextCursor: string | null;
  readonly #getPage: GetPage<Item, Failure>;

  constructor(content: PageContent, getPage: GetPage<Item, Failure>) {
    Object.assign(this, content);
    this.#getPage = getPage;
  }

  /** Gets the page after this one; undefined on the last page. */
  next(): PagePromise<Item, Failure> | undefined {
    return this.nextCursor === null ? undefined : this.#getPage(this.nextCursor);
  }
}

/**
 * The promise of a list. Awaited, it gives its first page; iterated, every item of this page and all after it, which are
 * asked for as they are needed.
 */
export class PagePromise<Item, Failure = unknown> extends AnswerPromise<Page<Item, Failure>, Failure> {
  static {
    // As of every AnswerPromise: what is derived of it is a plain promise.
    PagePromise.prototype.constructor = Promise;
  }

  readonly #call: FailedCall;

  constructor(received: Promise<Received<Page<Item, Failure>>>, call: FailedCall) {
    super(received);
    this.#call = call;
  }

  /** This page and all after it. Fails with `paging_loop` rather than getting a page twice. */
  async *pages(): AsyncGenerator<Page<Item, Failure>, void, undefined> {
    const seen = new Set<string | null>();
    for (let page: Page<Item, Failure> | undefined = await this; page; page = await page.next()) {
      yield page;
      const { nextCursor } = page;
      if (seen.has(nextCursor)) {
        const detail = 'The server gave a cursor twice.';
        throw new UnexpectedAnswerError('paging_loop', detail, this.#call);
      }
      seen.add(nextCursor);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.items;
  }
}
