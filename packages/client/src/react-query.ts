import type { ApiPromise } from './api-promise.ts';
import type { CallOptions } from './options.ts';
import type { Page, PagePromise } from './page.ts';
import { resourceKey } from './resource.ts';

/*
 * Options for TanStack Query 5, as plain objects. TanStack is not imported, so other users do not depend on it.
 */

/** A cache key: base URL, surface, scope, resource, method and arguments. */
export type QueryKey = readonly unknown[];

/** Options for `useQuery`, `useSuspenseQuery`, `queryClient.fetchQuery` and similar functions. */
export interface QueryOptions<Data> {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
}

/** Options for `useInfiniteQuery` and similar functions. */
export interface InfiniteQueryOptions<Data> {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly pageParam: string | undefined;
  }) => Promise<Data>;
  readonly initialPageParam: string | undefined;
  readonly getNextPageParam: (page: Data) => string | null;
}

/** Options for `useMutation`. The variables are the arguments of the method: `mutate([pipeId, { name: 'Clicks' }])`. */
export interface MutationOptions<Variables, Data> {
  readonly mutationKey: QueryKey;
  readonly mutationFn: (variables: Variables) => Promise<Data>;
}

type Options = Omit<CallOptions, 'signal'>;

// biome-ignore lint/suspicious/noExplicitAny: accepts any method; its types are inferred.
type Method = (...values: any[]) => ApiPromise<any, any>;

type ReadName = 'list' | `get${string}`;

/** Options of queries and mutations, one function per method of a resource. */
export type Queries<Resource> = {
  /** The prefix of all keys of the resource: `queryClient.invalidateQueries({ queryKey: queries.key })`. */
  readonly key: QueryKey;
} & {
  [Name in keyof Resource & `get${string}`]: Resource[Name] extends (
    id: string,
    options?: CallOptions,
  ) => ApiPromise<infer Data, infer _>
    ? (id: string, options?: Options) => QueryOptions<Data>
    : never;
} & (Resource extends {
    list: (query?: infer Query, options?: CallOptions) => PagePromise<infer Item, infer Failure>;
  }
    ? {
        /** Queries one page. */
        list: (query?: Query, options?: Options) => QueryOptions<Page<Item, Failure>>;
        /** Queries page after page. */
        listInfinite: (query?: Query, options?: Options) => InfiniteQueryOptions<Page<Item, Failure>>;
      }
    : unknown) & {
    [Name in keyof Resource as Resource[Name] extends Method
      ? Exclude<Name, ReadName>
      : never]: Resource[Name] extends (...values: infer Variables) => ApiPromise<infer Data, infer _>
      ? () => MutationOptions<Variables, Data>
      : never;
  };

/**
 * Creates the options of queries and mutations for the methods of a resource.
 *
 * @example
 * const pipeQueries = queriesOf(service.pipes);
 * const { data } = useQuery(pipeQueries.get(pipeId));
 * const { mutate } = useMutation(pipeQueries.update());
 */
export function queriesOf<Resource extends object>(resource: Resource): Queries<Resource> {
  const key = (resource as { [resourceKey]?: QueryKey })[resourceKey];
  if (!key) throw new TypeError('queriesOf takes a resource of a client, such as service.pipes');
  const queries: Record<string, unknown> = { key };
  for (const [name, method] of Object.entries(resource as Record<string, Method>)) {
    const isRead = name === 'list' || name.startsWith('get');
    queries[name] = isRead ? query(key, name, method) : mutation(key, name, method);
    if (name === 'list') queries.listInfinite = infiniteQuery(key, method);
  }
  return queries as Queries<Resource>;
}

function infiniteQuery(key: QueryKey, list: Method) {
  return (parameters: object = {}, options: Options = {}): InfiniteQueryOptions<Page<unknown>> => ({
    queryKey: [...key, 'listInfinite', parameters],
    queryFn: async ({ signal, pageParam }) =>
      list({ ...parameters, ...(pageParam && { cursor: pageParam }) }, { ...options, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

function query(key: QueryKey, name: string, method: Method) {
  return (first: unknown, options: Options = {}): QueryOptions<unknown> => ({
    queryKey: [...key, name, first],
    queryFn: async ({ signal }) => method(first, { ...options, signal }),
  });
}

function mutation(key: QueryKey, name: string, method: Method) {
  return (): MutationOptions<unknown[], unknown> => ({
    mutationKey: [...key, name],
    mutationFn: async (variables) => method(...variables),
  });
}
