import type { Bundle } from '../bundle/bundle.ts';
import { COPY_RUNTIME, createCopySource } from '../read/contract-reader.ts';
import { operationsOf } from '../read/operations.ts';
import { HEADER } from './typescript-source.ts';

/** The code that copies what the responses of each operation declare. */
export function generateResponseCopies(bundles: readonly Bundle[]): string {
  const constants = new Map<string, string>();
  const operations = bundles.flatMap((bundle) => {
    const source = createCopySource(bundle.document);
    const entries = operationsOf(bundle).map(({ operationId, responses }) => {
      const copies = [...responses].flatMap(([status, { content = {} }]) =>
        Object.values(content).map(
          ({ schema = {} }) => `${status}: copyDeclared(${source.add(schema, `${operationId}_${status}`)})`,
        ),
      );
      return `  ${operationId}: { ${copies.join(', ')} },\n`;
    });
    for (const [name, code] of source.constants) {
      // As for the validators: the documents share their components.
      if ((constants.get(name) ?? code) !== code)
        throw new Error(`The schema ${name} differs between the documents. Rename it in one of them.`);
      constants.set(name, code);
    }
    return entries;
  });
  const code = [...constants].map(([name, written]) => `const ${name} = ${written};\n`).join('');
  const called = Object.keys(COPY_RUNTIME).filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  return `${HEADER}// @ts-nocheck It is JavaScript, as for documents that are compiled at run time.
import { type CopyDeclared, copyDeclared, ${called.join(', ')} } from '../responses/copy-declared.ts';

${code}
/** The copies of the bodies of each operation and status, by operationId. */
export const responseCopies: Readonly<Record<string, Readonly<Record<number, CopyDeclared>>>> = {
${operations.join('')}};
`;
}
