import type { OperationId } from './operation.ts';

/**
 * JSON pointers (RFC 6901) into the request bodies of operations, at what must never reach a log, an error or an answer
 * (D-22, D-51). `*` stands for any one key or index.
 */
export type SecretFields = { readonly [Id in OperationId]?: readonly string[] };
