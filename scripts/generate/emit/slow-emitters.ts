import type { OpenApiDocument } from '../read/contract-reader.ts';
import type { Code } from './validators/code.ts';
import type { JsonSchema } from './validators/schemas.ts';

/**
 * The two emitters that take long: both load a compiler, and need nothing but plain data. `pnpm generate` runs them in a thread
 * while the linter works.
 */
export interface SlowEmitters {
  generateTypes(document: OpenApiDocument): Promise<string>;
  compileValidators(
    schemas: ReadonlyMap<string, JsonSchema>,
    exported: ReadonlyMap<string, string>,
  ): Promise<Code>;
}

/** The emitters in the thread of the caller. They are loaded by the first call. */
export const slowEmitters: SlowEmitters = {
  generateTypes: async (document) => (await import('./types.ts')).generateTypes(document),
  compileValidators: async (schemas, exported) =>
    (await import('./validators/code.ts')).compile(schemas, exported),
};
