import type { BodyParts } from '@penstock/server';
import type { Page } from './page.ts';

/**
 * The response with a page. A large page is sent in parts, so that the process never has more of it in memory than the
 * client has yet to read; `bodyOf` is the body with one batch of the items, and `listOf` the list in it.
 */
export function pageResponse<Item, Body>(
  page: Page<Item>,
  bodyOf: (page: Page<Item>) => Body,
  listOf: (body: Body) => readonly unknown[],
): { readonly status: 200; readonly body: Body } | { readonly status: 200; readonly parts: BodyParts<Body> } {
  const status = 200 as const;
  if (page.later === undefined) return { status, body: bodyOf(page) };
  return { status, parts: { bodies: bodiesOf(page, page.later, bodyOf), list: listOf } };
}

async function* bodiesOf<Item, Body>(
  page: Page<Item>,
  later: AsyncIterable<Item[]>,
  bodyOf: (page: Page<Item>) => Body,
): AsyncGenerator<Body> {
  yield bodyOf(page);
  for await (const items of later) yield bodyOf({ ...page, items });
}
