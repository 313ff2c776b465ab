/**
 * Validators of every operation, compiled from the contract: no `eval`, nothing to compile at start, no dependency. For
 * Node, browsers and edge workers. Each operation is an export of its own, so a bundler keeps only those that are used.
 *
 * ```ts
 * import { updatePipe } from '@penstock/contract/validators';
 * updatePipe.requestBody({ name: '' });
 * // [{ pointer: '/name', code: 'invalid_length', message: 'must have at least 1 characters' }]
 * ```
 */
export * from './generated/validators.ts';
export {
  codeOfKeyword,
  MAX_ERRORS,
  type OperationValidators,
  type Validate,
  type ValidateHeaders,
  type ValidationError,
  validationErrorOf,
} from './validation.ts';
