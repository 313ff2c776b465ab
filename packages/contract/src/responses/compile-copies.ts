import type { OpenApiDocument } from '../reader/openapi-document.ts';
import { COPY_RUNTIME, type CopyDeclared, copyDeclared, type DeclaredSchema } from './copy-declared.ts';
import { createCopySource } from './copy-source.ts';

/**
 * Compiles the code that `pnpm generate` would write for a document, at the first body. For documents that the generated
 * code is not made of; it needs `new Function`, as all compilers of schemas do.
 *
 * @throws ComposedSchemaError (the returned compiler) at a schema whose properties depend on the value.
 */
export function createCopyCompiler(
  document: OpenApiDocument,
): (schema: unknown, title: string) => CopyDeclared {
  const source = createCopySource(document);
  let compiled = new Map<string, CopyDeclared>();

  /** All schemas at once, because they refer to each other. */
  function compileAll(): Map<string, CopyDeclared> {
    const constants = [...source.constants].map(([name, code]) => `const ${name} = ${code};\n`);
    const names = ['ANYTHING', 'NOTHING', ...source.constants.keys()];
    const code = `'use strict';\n${constants.join('')}return { ${names.join(', ')} };`;
    const compile = new Function(...Object.keys(COPY_RUNTIME), code);
    const schemas: Readonly<Record<string, DeclaredSchema>> = compile(...Object.values(COPY_RUNTIME));
    return new Map(Object.entries(schemas).map(([name, schema]) => [name, copyDeclared(schema)]));
  }

  return (schema, title) => {
    const name = source.add(schema, title);
    return (body) => {
      if (!compiled.has(name)) compiled = compileAll();
      return compiled.get(name)?.(body);
    };
  };
}
