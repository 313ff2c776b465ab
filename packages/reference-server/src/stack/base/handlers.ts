import {
  type OperationId,
  type operations,
  type Resource,
  type ResourceNameOf,
  resources,
  STANDARD_ACTIONS,
  type StandardAction,
  type Surface,
} from '@penstock/contract';
import { createdHeaders, entityTag, expectedVersions } from './entity-tag.ts';
import { type Envelope, managementEnvelope, observabilityEnvelope } from './envelopes.ts';
import { repeatable } from './idempotency.ts';
import type { PageRequest } from './page.ts';
import { pageResponse } from './page-response.ts';
import type { StackService } from './service.ts';
import type { TenantContext } from './tenant.ts';

/** The resources that exist on both surfaces. */
type StackResourceName = ResourceNameOf<'observability'>;

/** The standard operations of a resource on both surfaces, by `operationId`. */
export function resourceHandlers<Name extends StackResourceName, View, Body, Filter, NewView>(
  name: Name,
  service: StackService<View, Body, Filter, NewView>,
) {
  const managed = resources.management[name];
  const observed = resources.observability[name];
  const managedHandlers = standardHandlers(managed, service, managementEnvelope<View, NewView>());
  const observedHandlers = standardHandlers(observed, service, observabilityEnvelope<View, NewView>());
  return {
    management: byOperationId<'management', Name, typeof managedHandlers>(managed, managedHandlers),
    observability: byOperationId<'observability', Name, typeof observedHandlers>(observed, observedHandlers),
  };
}

/** The operationIds of the standard operations of a resource on one surface. */
type StandardOperationIdOf<S extends Surface, Name extends StackResourceName> = {
  [Id in OperationId]: (typeof operations)[Id] extends {
    readonly surface: S;
    readonly tag: Name;
    readonly path: StandardPathOf<Id, ItemPathOf<S, Name>>;
  }
    ? Id
    : never;
}[OperationId];

/** The path of the operation that deletes an item. */
type ItemPathOf<S extends Surface, Name extends StackResourceName> = Extract<
  (typeof operations)[OperationId],
  { readonly surface: S; readonly tag: Name; readonly method: 'delete' }
>['path'];

/** The path of the operation, if it is the path of the item or that of its collection. */
type StandardPathOf<Id extends OperationId, ItemPath extends string> = ItemPath extends
  | (typeof operations)[Id]['path']
  | `${(typeof operations)[Id]['path']}/{${string}}`
  ? (typeof operations)[Id]['path']
  : never;

type ActionOf<Id extends OperationId> = {
  [Action in StandardAction]: Id extends `${Action}${string}` ? Action : never;
}[StandardAction];

/** Names the handlers of a resource by its operations. */
function byOperationId<
  S extends Surface,
  Name extends StackResourceName,
  Handlers extends Readonly<Record<StandardAction, unknown>>,
>(resource: Resource, handlers: Handlers) {
  const entries = STANDARD_ACTIONS.map((action) => [resource[action], handlers[action]]);
  return Object.fromEntries(entries) as {
    readonly [Id in StandardOperationIdOf<S, Name>]: Handlers[ActionOf<Id>];
  };
}

interface ItemRequest {
  readonly params: Readonly<Record<string, string>>;
}

interface ConditionalRequest extends ItemRequest {
  readonly headers: { readonly 'If-Match'?: string };
}

interface CreateRequest<Body> {
  readonly headers: { readonly 'Idempotency-Key'?: string };
  readonly body: Body;
}

/** List, create, get, replace and delete: contract shapes in, contract shapes out. */
function standardHandlers<View, Body, Filter, NewView, ListBody, ItemBody, CreatedBody, DeletedBody>(
  { create: createId, idParameter }: Resource,
  service: StackService<View, Body, Filter, NewView>,
  envelope: Envelope<View, NewView, ListBody, ItemBody, CreatedBody, DeletedBody>,
) {
  const ok = 200 as const;
  // Validation has rejected requests without it.
  const idOf = (params: Readonly<Record<string, string>>) => params[idParameter] as string;
  return {
    async list({ query }: { readonly query: PageRequest & Filter }, context: TenantContext) {
      const page = await service.list(context.tenantId, query);
      return pageResponse(page, (part) => envelope.list(part, query, context), envelope.itemsOf);
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
    async get({ params }: ItemRequest, context: TenantContext) {
      const { resource, version } = await service.get(context.tenantId, idOf(params));
      return { status: ok, headers: { ETag: entityTag(version) }, body: envelope.item(resource, context) };
    },
    async update(
      { params, headers, body }: ConditionalRequest & { readonly body: Body },
      context: TenantContext,
    ) {
      const expected = expectedVersions(headers);
      const { resource, version } = await service.replace(context.tenantId, idOf(params), body, expected);
      return { status: ok, headers: { ETag: entityTag(version) }, body: envelope.item(resource, context) };
    },
    async delete({ params, headers }: ConditionalRequest, context: TenantContext) {
      await service.remove(context.tenantId, idOf(params), expectedVersions(headers));
      return { status: ok, body: envelope.deleted(context) };
    },
  };
}
