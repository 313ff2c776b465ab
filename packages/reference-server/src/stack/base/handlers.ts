import type { ManagementHandlers, ObservabilityHandlers } from '@penstock/server';
import { createdHeaders, entityTag, expectedVersions } from './entity-tag.ts';
import { repeatable } from './idempotency.ts';
import { DEFAULT_LIMIT, type Page, type PageRequest } from './page.ts';
import type { StackService } from './service.ts';
import type { TenantContext, TenantHandlers } from './tenant.ts';

/** How the operations of one resource are named. The twins under `/v1` have `Stack` after the verb. */
interface ResourceNames<One extends string, Many extends string, IdName extends string> {
  readonly one: One;
  readonly many: Many;
  /** The path parameter. */
  readonly id: IdName;
}

type StandardId<One extends string, Many extends string> =
  | `list${Many}`
  | `${'create' | 'get' | 'update' | 'delete'}${One}`;

/** The standard operations of a resource as the contract types them, by surface. */
export interface ResourceHandlers<One extends string, Many extends string> {
  readonly management: Pick<
    TenantHandlers<ManagementHandlers<never>>,
    StandardId<`Stack${One}`, `Stack${Many}`> & keyof ManagementHandlers<never>
  >;
  readonly observability: Pick<
    TenantHandlers<ObservabilityHandlers<never>>,
    StandardId<One, Many> & keyof ObservabilityHandlers<never>
  >;
}

/** The standard operations of a resource on both surfaces, by `operationId`. */
export function resourceHandlers<
  One extends string,
  Many extends string,
  IdName extends string,
  View,
  Body,
  Filter,
  NewView,
>({ one, many, id }: ResourceNames<One, Many, IdName>, service: StackService<View, Body, Filter, NewView>) {
  const standard = standardHandlers(service, id);
  return {
    management: named(
      `Stack${one}`,
      `Stack${many}`,
      standard(`createStack${one}`, managementEnvelope<View, NewView>()),
    ),
    observability: named(one, many, standard(`create${one}`, observabilityEnvelope<View, NewView>())),
  };
}

/** The response bodies of a surface. */
interface Envelope<View, NewView, ListBody, ItemBody, CreatedBody, DeletedBody> {
  list(page: Page<View>, query: PageRequest, context: TenantContext): ListBody;
  item(view: View, context: TenantContext): ItemBody;
  created(view: NewView, context: TenantContext): CreatedBody;
  deleted(context: TenantContext): DeletedBody;
}

/** The envelope of `/v1` (D-03). */
function managementEnvelope<View, NewView>() {
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
    item: envelope<View>,
    created: envelope<NewView>,
    deleted: ({ requestId }: TenantContext) => ({ status: 200, requestId }),
  };
}

/** The envelope of `/api/v2` (D-04). */
function observabilityEnvelope<View, NewView>() {
  return {
    list: ({ items, nextCursor }: Page<View>, { limit = DEFAULT_LIMIT }: PageRequest) => ({
      data: items,
      meta: { limit, nextCursor },
    }),
    item: (data: View) => ({ data }),
    created: (data: NewView) => ({ data }),
    deleted: () => ({}),
  };
}

interface ItemRequest<IdName extends string> {
  readonly params: Readonly<Record<IdName, string>>;
}

interface ConditionalRequest<IdName extends string> extends ItemRequest<IdName> {
  readonly headers: { readonly 'If-Match'?: string };
}

interface CreateRequest<Body> {
  readonly headers: { readonly 'Idempotency-Key'?: string };
  readonly body: Body;
}

/** List, create, get, replace and delete: contract shapes in, contract shapes out. */
function standardHandlers<View, Body, Filter, NewView, IdName extends string>(
  service: StackService<View, Body, Filter, NewView>,
  id: IdName,
) {
  const ok = 200 as const;
  return <ListBody, ItemBody, CreatedBody, DeletedBody>(
    createId: string,
    envelope: Envelope<View, NewView, ListBody, ItemBody, CreatedBody, DeletedBody>,
  ) => ({
    async list({ query }: { readonly query: PageRequest & Filter }, context: TenantContext) {
      const page = await service.list(context.tenantId, query);
      return { status: ok, body: envelope.list(page, query, context) };
    },
    async create({ headers, body }: CreateRequest<Body>, context: TenantContext) {
      const request = repeatable(createId, context, headers, body);
      const created = await service.create(context.tenantId, body, request);
      return {
        status: ok,
        headers: createdHeaders(created),
        body: envelope.created(created.resource, context),
      };
    },
    async get({ params }: ItemRequest<IdName>, context: TenantContext) {
      const { resource, version } = await service.get(context.tenantId, params[id]);
      return { status: ok, headers: { ETag: entityTag(version) }, body: envelope.item(resource, context) };
    },
    async update(
      { params, headers, body }: ConditionalRequest<IdName> & { readonly body: Body },
      context: TenantContext,
    ) {
      const expected = expectedVersions(headers);
      const { resource, version } = await service.replace(context.tenantId, params[id], body, expected);
      return { status: ok, headers: { ETag: entityTag(version) }, body: envelope.item(resource, context) };
    },
    async delete({ params, headers }: ConditionalRequest<IdName>, context: TenantContext) {
      await service.remove(context.tenantId, params[id], expectedVersions(headers));
      return { status: ok, body: envelope.deleted(context) };
    },
  });
}

interface Operations {
  readonly list: unknown;
  readonly create: unknown;
  readonly get: unknown;
  readonly update: unknown;
  readonly delete: unknown;
}

/** Operations by their `operationId`, such as `listStackAlerts`. */
type Named<One extends string, Many extends string, Of extends Operations> = {
  readonly [Id in `list${Many}`]: Of['list'];
} & {
  readonly [Verb in Exclude<keyof Operations, 'list'> as `${Verb}${One}`]: Of[Verb];
};

function named<const One extends string, const Many extends string, Of extends Operations>(
  one: One,
  many: Many,
  { list, ...others }: Of,
): Named<One, Many, Of> {
  const entries = Object.entries(others).map(([verb, handler]) => [`${verb}${one}`, handler]);
  return { [`list${many}`]: list, ...Object.fromEntries(entries) } as Named<One, Many, Of>;
}
