/**
 * The reader of `@penstock/contract`, and its code for copies of responses. From the sources, because the generator runs before
 * any package is built.
 */
export * from '../../../packages/contract/src/reader.ts';
export { COPY_RUNTIME } from '../../../packages/contract/src/responses/copy-declared.ts';
export {
  ComposedSchemaError,
  createCopySource,
} from '../../../packages/contract/src/responses/copy-source.ts';
