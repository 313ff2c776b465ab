/**
 * The reader of `@penstock/contract`. From its source, because the generator runs before any package is built.
 */
export * from '../../../packages/contract/src/reader.ts';
