/**
 * Validators of every operation, compiled from the contract when it was generated: no `eval`, no compilation at start, no
 * dependencies. They run in Node, browsers and edge workers. Each operation is a separate export, so a bundler keeps only
 * those that are used.
 *
 * ```ts
 * import { updatePipe } from '@penstock/contract/validators';
 * updatePipe.requestBody({ name: '' });
 * // [{ pointer: '/name', code: 'invalid_length', message: 'must have at least 1 characters' }]
 * ```
 */
export * from './generated/validators.ts';
export { codeOfKeyword } from './validation/error-codes.ts';
export { createVariantCheck, type FindVariantErrors } from './validation/variant-check.ts';
export {
  MAX_ERRORS,
  type OperationValidators,
  type Validate,
  type ValidateHeaders,
  type ValidationError,
  validationErrorOf,
} from './validation.ts';
