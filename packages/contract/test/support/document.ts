import type { OpenApiDocument } from '../../src/reader.ts';

/** A bundled document with the given parts and nothing else. */
export function documentWith(parts: Partial<OpenApiDocument>): OpenApiDocument {
  return { openapi: '3.1.0', info: { title: 'Barns', version: '1' }, paths: {}, components: {}, ...parts };
}
