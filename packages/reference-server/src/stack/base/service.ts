import { isDeepStrictEqual } from 'node:util';
import type { ErrorEntry } from '@penstock/server';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../storage/database.ts';
import type { DocumentRepository } from './document-repository.ts';
import { type ExpectedVersions, requireVersion } from './entity-tag.ts';
import type { IdempotencyService, RepeatableRequest } from './idempotency.ts';
import { type Cursors, listName, type Page, type PageRequest, readPage, viewedPage } from './page.ts';
import { present } from './present.ts';
import { notFound, rejectBrokenReferences, rejectChangedFields, rejectInvalid } from './problems.ts';
import { type Content, OWNED, type Owned, type Versioned, withOwned } from './resource.ts';

/**
 * The operations of every resource of the stack, the same on both surfaces. `Body` is the body of a create request; a PUT
 * may also contain read-only fields. `View` is the resource in responses, `NewView` in the response to its creation.
 */
export interface StackService<View, Body, Filter = object, NewView = View> {
  /** @throws ProblemError 400 if a cursor was not created for this list */
  list(tenantId: string, query: PageRequest & Filter): Promise<Page<View>>;
  /** @throws ProblemError 400 with one entry per invalid field and per reference that does not exist */
  create(
    tenantId: string,
    body: Body,
    request: RepeatableRequest,
  ): Promise<Versioned<NewView> & { readonly replayed: boolean }>;
  /** @throws ProblemError 404 if the resource does not exist in the tenant */
  get(tenantId: string, id: string): Promise<Versioned<View>>;
  /** Replaces the content; read-only fields must have their stored values or be absent (D-41). */
  replace(tenantId: string, id: string, body: Body, expected: ExpectedVersions): Promise<Versioned<View>>;
  /** Deletes the resource with its dependents; rejected while other resources use it (D-42). */
  remove(tenantId: string, id: string, expected: ExpectedVersions): Promise<void>;
}

/**
 * The rules of one resource. `Repositories` are its own and those of the resources that it refers to or that refer to it;
 * `Stored` is what its repository stores.
 */
export interface StackRules<
  Repositories,
  Stored extends Owned,
  Body,
  Filter = object,
  View = Stored,
  NewView = View,
> {
  /** The name of the list; a cursor is valid for its own list only. */
  readonly list: string;
  repository(repositories: Repositories): DocumentRepository<Stored, Filter>;
  /** Further read-only fields of this resource (D-41). */
  readonly alsoOwned?: readonly string[];
  /** Read-only fields that change by themselves, so that a body with an older value is accepted. */
  readonly observed?: readonly string[];
  /** The errors of a body that do not depend on other resources. */
  check(body: Body): readonly ErrorEntry[];
  /** Checks that need more than the database, such as DNS, and may take long; throws a problem. */
  inspect?(tenantId: string, body: Body, before: Stored | undefined): Promise<void>;
  /** The references of a body that do not exist in its tenant; unchanged references of `before` are kept. */
  brokenReferences?(
    repositories: Repositories,
    tenantId: string,
    body: Body,
    before: Stored | undefined,
  ): Promise<readonly ErrorEntry[]>;
  /** The content of a body, with defaults; `before` is the resource that it replaces. */
  define(body: Body, before: Stored | undefined): Content<Stored>;
  /** Further changes in the transaction of a replacement; throws a problem if other resources need what it changes. */
  replaced?(repositories: Repositories, stored: Stored, before: Stored): Promise<void>;
  /** Further changes in the transaction of a deletion; throws a problem if other resources use the resource. */
  removed?(repositories: Repositories, stored: Stored): Promise<void>;
  view(stored: Stored): View;
  createdView(stored: Stored, body: Body): NewView;
}

export interface StackServiceParts<Repositories> {
  readonly repositories: Repositories;
  /** The repositories in a transaction, so that related changes are stored together. */
  readonly repositoriesOn: (db: Database) => Repositories;
  readonly inTransaction: <T>(work: (repositories: Repositories) => Promise<T>) => Promise<T>;
  readonly idempotency: IdempotencyService;
  readonly cursors: Cursors;
}

/** For resources without secrets. */
export const VIEW_AS_STORED = {
  view: <Stored>(stored: Stored) => stored,
  createdView: <Stored>(stored: Stored) => stored,
};

/** The service of a resource: the rules that all resources share, completed by its own. */
export function stackService<
  Repositories,
  Stored extends Owned,
  Body extends object,
  Filter = object,
  View = Stored,
  NewView = View,
>(
  { repositories, repositoriesOn, inTransaction, idempotency, cursors }: StackServiceParts<Repositories>,
  rules: StackRules<Repositories, Stored, Body, Filter, View, NewView>,
): StackService<View, Body, Filter, NewView> {
  const repository = rules.repository(repositories);
  const ownedNames: readonly string[] = [...OWNED, ...(rules.alsoOwned ?? [])];
  const viewed = ({ resource, version }: Versioned<Stored>) => ({ resource: rules.view(resource), version });

  const find = async (tenantId: string, id: string) => {
    const stored = await repository.find(tenantId, id);
    if (stored === undefined) throw notFound();
    return stored;
  };

  const checkReferences = async (
    on: Repositories,
    tenantId: string,
    body: Body,
    before: Stored | undefined,
  ) => rejectBrokenReferences((await rules.brokenReferences?.(on, tenantId, body, before)) ?? []);

  /** The resource of a body that replaces another one. */
  const changed = (before: Stored, body: Body): Stored => {
    rejectChangedFields(changedFields(ownedNames, body, before));
    const content = without(body, [...ownedNames, ...(rules.observed ?? [])]);
    rejectInvalid(rules.check(content));
    return withOwned<Stored>(rules.define(content, before), before);
  };

  return {
    async list(tenantId, { limit, cursor, ...filter }) {
      const page = await readPage(
        cursors,
        listName(rules.list, tenantId, filter),
        present({ limit, cursor }),
        {
          sizes: (count, afterId) => repository.sizes(tenantId, filter as Filter, count, afterId),
          read: (count, afterId) => repository.list(tenantId, filter as Filter, count, afterId),
        },
      );
      return viewedPage(page, rules.view);
    },

    async create(tenantId, body, request) {
      rejectInvalid(rules.check(body));
      const { value, replayed } = await idempotency.once(request, {
        prepare: async () => rules.inspect?.(tenantId, body, undefined),
        async create(db) {
          const on = repositoriesOn(db);
          await checkReferences(on, tenantId, body, undefined);
          const now = new Date().toISOString();
          const owned = { id: uuidv7(), team: tenantId, createdAt: now, updatedAt: now };
          const resource = withOwned<Stored>(rules.define(body, undefined), owned);
          await rules.repository(on).insert({ resource, version: 1 });
          return { resource: rules.createdView(resource, body), version: 1 };
        },
      });
      return { ...value, replayed };
    },

    get: async (tenantId, id) => viewed(await find(tenantId, id)),

    /**
     * If another request changes the resource first, the change is computed again from the new version, so no change is
     * lost (D-11). A change without effect keeps the version, so requests can be repeated (D-12).
     */
    async replace(tenantId, id, body, expected) {
      for (;;) {
        const before = await find(tenantId, id);
        requireVersion(expected, before.version);
        const resource = changed(before.resource, body);
        if (isDeepStrictEqual(resource, before.resource)) return viewed(before);
        await rules.inspect?.(tenantId, body, before.resource);
        const now = new Date().toISOString();
        const after = { resource: { ...resource, updatedAt: now }, version: before.version + 1 };
        const stored = await inTransaction(async (on) => {
          await checkReferences(on, tenantId, body, before.resource);
          if (!(await rules.repository(on).replace(after, before.version))) return false;
          await rules.replaced?.(on, after.resource, before.resource);
          return true;
        });
        if (stored) return viewed(after);
      }
    },

    async remove(tenantId, id, expected) {
      for (;;) {
        const { resource, version } = await find(tenantId, id);
        requireVersion(expected, version);
        const gone = await inTransaction(async (on) => {
          if (!(await rules.repository(on).remove(tenantId, id, version))) return false;
          await rules.removed?.(on, resource);
          return true;
        });
        if (gone) return;
      }
    },
  };
}

/** The read-only fields that a body changes. */
function changedFields(names: readonly string[], body: object, stored: object): string[] {
  const sent = body as Readonly<Record<string, unknown>>;
  const kept = stored as Readonly<Record<string, unknown>>;
  return names.filter((name) => sent[name] !== undefined && !isDeepStrictEqual(sent[name], kept[name]));
}

function without<T extends object>(body: T, names: readonly string[]): T {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))) as T;
}
