import { isDeepStrictEqual } from 'node:util';
import type { ErrorEntry } from '@penstock/server';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../storage/database.ts';
import type { DocumentRepository } from './document-repository.ts';
import { type ExpectedVersions, requireVersion } from './entity-tag.ts';
import type { IdempotencyService, RepeatableRequest } from './idempotency.ts';
import { type Cursors, type Page, type PageRequest, readPage } from './page.ts';
import { present } from './present.ts';
import { notFound, refuseBrokenReferences, refuseChangedFields, refuseInvalid } from './problems.ts';
import { type Content, OWNED, type Owned, type Versioned, withOwned } from './resource.ts';

/**
 * What can be done with every resource of the stack, the same on both surfaces. `Body` is what a creation holds; a
 * replacement may hold fields of the server, too. `View` is the resource as answers show it, `NewView` as the answer to
 * its creation does.
 */
export interface StackService<View, Body, Filter = object, NewView = View> {
  /** @throws ProblemError 400 if a cursor is not one of this list. */
  list(tenantId: string, query: PageRequest & Filter): Promise<Page<View>>;
  /** @throws ProblemError 400 with one entry for each wrong place and each reference that leads nowhere. */
  create(
    tenantId: string,
    body: Body,
    request: RepeatableRequest,
  ): Promise<Versioned<NewView> & { readonly replayed: boolean }>;
  /** @throws ProblemError 404 if the tenant has no such resource. */
  get(tenantId: string, id: string): Promise<Versioned<View>>;
  /** Replaces all that the body can hold; fields of the server must be as they are, or left out (D-41). */
  replace(tenantId: string, id: string, body: Body, expected: ExpectedVersions): Promise<Versioned<View>>;
  /** Deletes the resource with all that is only about it; refused while others merely use it (D-42). */
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
  /** The name of the list; cursors of one list are refused by others. */
  readonly list: string;
  repository(repositories: Repositories): DocumentRepository<Stored, Filter>;
  /** Fields that the server owns beside those of every resource (D-41). */
  readonly alsoOwned?: readonly string[];
  /** What is wrong with a body by itself, whatever exists around it. */
  check(body: Body): readonly ErrorEntry[];
  /** Looks at the world outside of the database, which may take long; throws what is wrong. */
  inspect?(body: Body, before: Stored | undefined): Promise<void>;
  /** The references of a body that lead nowhere in its tenant; those that `before` had already are not its fault. */
  brokenReferences?(
    repositories: Repositories,
    tenantId: string,
    body: Body,
    before: Stored | undefined,
  ): Promise<readonly ErrorEntry[]>;
  /** The content that a body asks for, defaults filled in; `before` is what it replaces. */
  define(body: Body, before: Stored | undefined): Content<Stored>;
  /** In the transaction of a change: what follows from it. */
  replaced?(repositories: Repositories, stored: Stored): Promise<void>;
  /** In the transaction of a deletion: what follows from it; throws if others use the resource. */
  removed?(repositories: Repositories, stored: Stored): Promise<void>;
  show(stored: Stored): View;
  showNew(stored: Stored, body: Body): NewView;
}

export interface StackServiceParts<Repositories> {
  readonly repositories: Repositories;
  /** The repositories on a transaction, so that what belongs together is stored together. */
  readonly repositoriesOn: (db: Database) => Repositories;
  readonly inTransaction: <T>(work: (repositories: Repositories) => Promise<T>) => Promise<T>;
  readonly idempotency: IdempotencyService;
  readonly cursors: Cursors;
}

/** The rules of a resource that has nothing to hide. */
export const SHOWN_AS_STORED = {
  show: <Stored>(stored: Stored) => stored,
  showNew: <Stored>(stored: Stored) => stored,
};

/** The rules that all resources of the stack share, made whole by those of one kind. */
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
  const shown = ({ resource, version }: Versioned<Stored>) => ({ resource: rules.show(resource), version });

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
  ) => refuseBrokenReferences((await rules.brokenReferences?.(on, tenantId, body, before)) ?? []);

  /** The resource that a body asks for in the place of another one. */
  const changed = (before: Stored, body: Body): Stored => {
    refuseChangedFields(changedFields(ownedNames, body, before));
    const content = without(body, ownedNames);
    refuseInvalid(rules.check(content));
    return withOwned<Stored>(rules.define(content, before), before);
  };

  return {
    async list(tenantId, { limit, cursor, ...filter }) {
      const page = await readPage(
        cursors,
        `${rules.list} ${tenantId}`,
        present({ limit, cursor }),
        (count, afterId) => repository.list(tenantId, filter as Filter, count, afterId),
      );
      return { ...page, items: page.items.map(rules.show) };
    },

    async create(tenantId, body, request) {
      refuseInvalid(rules.check(body));
      const { value, replayed } = await idempotency.once(request, {
        prepare: async () => rules.inspect?.(body, undefined),
        async create(db) {
          const on = repositoriesOn(db);
          await checkReferences(on, tenantId, body, undefined);
          const now = new Date().toISOString();
          const owned = { id: uuidv7(), team: tenantId, createdAt: now, updatedAt: now };
          const resource = withOwned<Stored>(rules.define(body, undefined), owned);
          await rules.repository(on).insert({ resource, version: 1 });
          return { resource: rules.showNew(resource, body), version: 1 };
        },
      });
      return { ...value, replayed };
    },

    get: async (tenantId, id) => shown(await find(tenantId, id)),

    /**
     * Whoever was faster wins and the change is worked out anew from what they left, so nothing is lost between reading
     * and writing (D-11). What changes nothing is no change, so that a repeat is harmless (D-12).
     */
    async replace(tenantId, id, body, expected) {
      for (;;) {
        const before = await find(tenantId, id);
        requireVersion(expected, before.version);
        const resource = changed(before.resource, body);
        if (isDeepStrictEqual(resource, before.resource)) return shown(before);
        await rules.inspect?.(body, before.resource);
        const now = new Date().toISOString();
        const after = { resource: { ...resource, updatedAt: now }, version: before.version + 1 };
        const stored = await inTransaction(async (on) => {
          await checkReferences(on, tenantId, body, before.resource);
          if (!(await rules.repository(on).replace(after, before.version))) return false;
          await rules.replaced?.(on, after.resource);
          return true;
        });
        if (stored) return shown(after);
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

/** The fields of the server that a body holds with another value than the stored one. */
function changedFields(names: readonly string[], body: object, stored: object): string[] {
  const sent = body as Readonly<Record<string, unknown>>;
  const kept = stored as Readonly<Record<string, unknown>>;
  return names.filter((name) => sent[name] !== undefined && !isDeepStrictEqual(sent[name], kept[name]));
}

function without<T extends object>(body: T, names: readonly string[]): T {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))) as T;
}
