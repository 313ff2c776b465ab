import type {
  ManagementOperations,
  ObservabilityOperations,
  OperationId,
  Readable,
  Writable,
} from '@penstock/contract';

type Operations = ManagementOperations & ObservabilityOperations;

type JsonOf<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : never;

/** The path and query parameters of an operation and its body, as the contract types them. */
export type OperationInput<Id extends OperationId> = Pick<Operations[Id]['parameters'], 'path' | 'query'> &
  (Operations[Id] extends { requestBody: infer Body } ? { body: Writable<JsonOf<Body>> } : { body?: never });

/** One page of a list. */
export interface Page<Item> {
  readonly items: Item[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly nextCursor: string | null;
}

/** What a resource method gives for an operation: its answer without the envelope of the surface. */
export type OperationResult<Id extends OperationId> = WithoutEnvelope<
  Readable<JsonOf<Operations[Id]['responses'][200]>>
>;

type WithoutEnvelope<Body> = Body extends { result: (infer Item)[]; nextCursor: unknown }
  ? Page<Item>
  : Body extends { data: (infer Item)[]; meta: unknown }
    ? Page<Item>
    : Body extends { result: infer Resource } | { data: infer Resource }
      ? Resource
      : never;
