/**
 * Copies responses before they are sent: what the contract declares, and nothing else. The code for the responses of this
 * contract is generated; `createCopyCompiler` compiles it for other documents.
 */
export { responseCopies } from './generated/response-copies.ts';
export { createCopyCompiler } from './responses/compile-copies.ts';
export { type CopyDeclared, UndeclaredValue } from './responses/copy-declared.ts';
export { ComposedSchemaError } from './responses/copy-source.ts';
