import type { ApiPromise } from './api-promise.ts';
import type { CallOptions } from './options.ts';
import type { Page, PagePromise, RowsPage, RowsPromise } from './page.ts';
import { type OperationEntry, resourceKey } from './resource.ts';

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

/** A method that createResource has made. */
type Operation = Method & { readonly entry: OperationEntry };

type ReadName = `${'list' | 'get' | 'search' | 'query'}${string}` | 'infer' | 'preview';

/** The arguments of a method. TanStack sets the signal. */
type Arguments<Values extends unknown[]> = {
  [Index in keyof Values]: Values[Index] extends CallOptions | undefined ? Options : Values[Index];
};

/** Options of queries and mutations, one function per method of a resource. */
export type Queries<Resource> = {
  /** The prefix of all keys of the resource: `queryClient.invalidateQueries({ queryKey: queries.key })`. */
  readonly key: QueryKey;
} & {
  /** Queries once; a list returns one page. */
  [Name in keyof Resource & ReadName]: Resource[Name] extends (
    ...values: infer Values
  ) => ApiPromise<infer Data, infer _>
    ? (...values: Arguments<Values>) => QueryOptions<Data>
    : never;
} & {
  /** Queries page after page. */
  [Name in keyof Resource & `list${string}` as `${Name}Infinite`]: Resource[Name] extends (
    ...values: infer Values
  ) => PagePromise<infer Item, infer Failure>
    ? (...values: Arguments<Values>) => InfiniteQueryOptions<Page<Item, Failure>>
    : never;
} & {
  /** Searches page after page. */
  [Name in keyof Resource & `search${string}` as `${Name}Infinite`]: Resource[Name] extends (
    ...values: infer Values
  ) => RowsPromise<infer Result, infer Failure>
    ? (...values: Arguments<Values>) => InfiniteQueryOptions<RowsPage<Result, Failure>>
    : never;
} & {
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
  for (const [name, method] of Object.entries(resource as Record<string, Operation>)) {
    queries[name] = isRead(name) ? query(key, name, method) : mutation(key, name, method);
    if (/^(list|search)/.test(name)) queries[`${name}Infinite`] = infiniteQuery(key, name, method);
  }
  return queries as Queries<Resource>;
}

function isRead(name: string): boolean {
  return name === 'infer' || name === 'preview' || /^(list|get|search|query)/.test(name);
}

/** Returns the arguments of a method before its options, and the options. */
function argumentsOf(key: QueryKey, { entry }: Operation, values: readonly unknown[]): [unknown[], Options] {
  const [, , path, , , takes] = entry;
  // The key has the base URL, the surface, the values of the scope and the name of the resource.
  const scoped = key.length - 3;
  const length = path.split('{').length - 1 - scoped + (takes ? 1 : 0);
  return [Array.from({ length }, (_, index) => values[index]), values[length] as Options];
}

function infiniteQuery(key: QueryKey, name: string, list: Operation) {
  return (...values: unknown[]): InfiniteQueryOptions<Page<unknown>> => {
    const [given, options] = argumentsOf(key, list, values);
    const parameters = (given.pop() ?? {}) as object;
    return {
      queryKey: [...key, `${name}Infinite`, ...given, parameters],
      queryFn: async ({ signal, pageParam }) =>
        list(...given, { ...parameters, ...(pageParam && { cursor: pageParam }) }, { ...options, signal }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    };
  };
}

function query(key: QueryKey, name: string, method: Operation) {
  return (...values: unknown[]): QueryOptions<unknown> => {
    const [given, options] = argumentsOf(key, method, values);
    return {
      queryKey: [...key, name, ...given],
      queryFn: async ({ signal }) => method(...given, { ...options, signal }),
    };
  };
}

function mutation(key: QueryKey, name: string, method: Method) {
  return (): MutationOptions<unknown[], unknown> => ({
    mutationKey: [...key, name],
    mutationFn: async (variables) => method(...variables),
  });
}
