import type { OperationId } from './operation.ts';

/**
 * The secrets in the request bodies of operations, as JSON Pointers (RFC 6901). They must not appear in a log, an error or
 * a response (D-22, D-51). `*` stands for any one key or index.
 */
export type SecretFields = { readonly [Id in OperationId]?: readonly string[] };
