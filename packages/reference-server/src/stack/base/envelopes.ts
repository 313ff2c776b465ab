import { DEFAULT_LIMIT, type Page, type PageRequest } from './page.ts';
import type { TenantContext } from './tenant.ts';

/** The response bodies of a surface. */
export interface Envelope<View, NewView, ListBody, ItemBody, CreatedBody, DeletedBody> {
  list(page: Page<View>, query: PageRequest, context: TenantContext): ListBody;
  /** The items in a body of `list`. */
  itemsOf(body: NoInfer<ListBody>): readonly View[];
  item(view: View, context: TenantContext): ItemBody;
  created(view: NewView, context: TenantContext): CreatedBody;
  deleted(context: TenantContext): DeletedBody;
}

/** The envelope of `/v1` (D-03). */
export function managementEnvelope<View, NewView>() {
  const envelope = <Result>(result: Result, { requestId }: TenantContext) => ({
    status: 200,
    requestId,
    result,
  });
  return {
    list: ({ items, nextCursor }: Page<View>, _query: PageRequest, context: TenantContext) => ({
      ...envelope(items, context),
      nextCursor,
    }),
    itemsOf: ({ result }: { readonly result: readonly View[] }) => result,
    item: envelope<View>,
    created: envelope<NewView>,
    deleted: ({ requestId }: TenantContext) => ({ status: 200, requestId }),
  };
}

/** The envelope of `/api/v2` (D-04). */
export function observabilityEnvelope<View, NewView>() {
  return {
    list: ({ items, nextCursor }: Page<View>, { limit = DEFAULT_LIMIT }: PageRequest) => ({
      data: items,
      meta: { limit, nextCursor },
    }),
    itemsOf: ({ data }: { readonly data: readonly View[] }) => data,
    item: (data: View) => ({ data }),
    created: (data: NewView) => ({ data }),
    deleted: () => ({}),
  };
}
