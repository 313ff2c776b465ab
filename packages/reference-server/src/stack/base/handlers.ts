import type { OperationId } from '@penstock/contract';
import type { ApiKeyPrincipal, TokenPrincipal } from '../../api/access/principal.ts';
import type { AccessService } from '../../api/access/service.ts';
import { createdHeaders, entityTag, expectedVersions } from './entity-tag.ts';
import { repeatable } from './idempotency.ts';
import { DEFAULT_LIMIT, type PageRequest } from './page.ts';
import type { Versioned } from './resource.ts';
import type { StackService } from './service.ts';

/** What differs between the operations of one resource and those of another. */
interface ResourceNames<IdName extends string> {
  /** Keys the repeats of a creation (D-12). */
  readonly create: OperationId;
  /** The path parameter that names the resource. */
  readonly id: IdName;
}

interface ServicePath {
  readonly organizationId: string;
  readonly serviceId: string;
}

type ItemPath<IdName extends string> = Readonly<Record<IdName, string>>;

interface Context<Principal> {
  readonly principal: Principal;
  readonly requestId: string;
}

interface Creation<Body> {
  readonly headers: { readonly 'Idempotency-Key'?: string };
  readonly body: Body;
}

interface Conditional {
  readonly headers: { readonly 'If-Match'?: string };
}

/** The five operations of a resource under `/v1`: the tenant is the service of the path, the envelope that of D-03. */
export function managedHandlers<View, Body, Filter, NewView, IdName extends string>(
  access: AccessService,
  service: StackService<View, Body, Filter, NewView>,
  names: ResourceNames<IdName>,
) {
  type Item = { readonly params: ServicePath & ItemPath<IdName> };
  type ManagedContext = Context<ApiKeyPrincipal>;
  const answerWith = <Shown>({ resource, version }: Versioned<Shown>, requestId: string) => ({
    status: 200 as const,
    headers: { ETag: entityTag(version) },
    body: { status: 200, requestId, result: resource },
  });
  return {
    async list(
      { params, query }: { readonly params: ServicePath; readonly query: PageRequest & Filter },
      { principal, requestId }: ManagedContext,
    ) {
      const serviceId = await access.requireService(principal, params);
      const { items: result, nextCursor } = await service.list(serviceId, query);
      return { status: 200 as const, body: { status: 200, requestId, result, nextCursor } };
    },
    async create(
      { params, headers, body }: { readonly params: ServicePath } & Creation<Body>,
      { principal, requestId }: ManagedContext,
    ) {
      const serviceId = await access.requireService(principal, params);
      const request = repeatable(names.create, principal, headers, [serviceId, body]);
      const created = await service.create(serviceId, body, request);
      return { ...answerWith(created, requestId), headers: createdHeaders(created) };
    },
    async get({ params }: Item, { principal, requestId }: ManagedContext) {
      const serviceId = await access.requireService(principal, params);
      return answerWith(await service.get(serviceId, params[names.id]), requestId);
    },
    async update(
      { params, headers, body }: Item & Conditional & { readonly body: Body },
      { principal, requestId }: ManagedContext,
    ) {
      const serviceId = await access.requireService(principal, params);
      const updated = await service.replace(serviceId, params[names.id], body, expectedVersions(headers));
      return answerWith(updated, requestId);
    },
    async remove({ params, headers }: Item & Conditional, { principal, requestId }: ManagedContext) {
      const serviceId = await access.requireService(principal, params);
      await service.remove(serviceId, params[names.id], expectedVersions(headers));
      return { status: 200 as const, body: { status: 200, requestId } };
    },
  };
}

/** The five operations of a resource under `/api/v2`: the tenant is the team of the token, the envelope that of D-04. */
export function teamHandlers<View, Body, Filter, NewView, IdName extends string>(
  service: StackService<View, Body, Filter, NewView>,
  names: ResourceNames<IdName>,
) {
  type Item = { readonly params: ItemPath<IdName> };
  type TeamContext = Context<TokenPrincipal>;
  const answerWith = <Shown>({ resource, version }: Versioned<Shown>) => ({
    status: 200 as const,
    headers: { ETag: entityTag(version) },
    body: { data: resource },
  });
  return {
    async list({ query }: { readonly query: PageRequest & Filter }, { principal }: TeamContext) {
      const { items: data, nextCursor } = await service.list(principal.teamId, query);
      const meta = { limit: query.limit ?? DEFAULT_LIMIT, nextCursor };
      return { status: 200 as const, body: { data, meta } };
    },
    async create({ headers, body }: Creation<Body>, { principal }: TeamContext) {
      const request = repeatable(names.create, principal, headers, [body]);
      const created = await service.create(principal.teamId, body, request);
      return { ...answerWith(created), headers: createdHeaders(created) };
    },
    async get({ params }: Item, { principal }: TeamContext) {
      return answerWith(await service.get(principal.teamId, params[names.id]));
    },
    async update(
      { params, headers, body }: Item & Conditional & { readonly body: Body },
      { principal }: TeamContext,
    ) {
      const expected = expectedVersions(headers);
      return answerWith(await service.replace(principal.teamId, params[names.id], body, expected));
    },
    async remove({ params, headers }: Item & Conditional, { principal }: TeamContext) {
      await service.remove(principal.teamId, params[names.id], expectedVersions(headers));
      return { status: 200 as const, body: {} };
    },
  };
}
