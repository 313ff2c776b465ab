import type { Bundle } from '../bundle/bundle.ts';
import { type BundleDiagnostic, throwDiagnostics } from '../diagnostics/bundle-diagnostics.ts';
import { COPY_RUNTIME, ComposedSchemaError, createCopySource } from '../read/contract-reader.ts';
import { diagnosticAt } from '../read/operation-rules.ts';
import { type BundledOperation, operationsOf } from '../read/operations.ts';
import { HEADER } from './typescript-source.ts';

type CopySource = ReturnType<typeof createCopySource>;

/**
 * The code that copies what the responses of each operation declare.
 *
 * @throws ContractError if the declared properties of a response depend on its value.
 */
export async function generateResponseCopies(bundles: readonly Bundle[]): Promise<string> {
  const constants = new Map<string, string>();
  const diagnostics: BundleDiagnostic[] = [];
  const operations: string[] = [];
  for (const bundle of bundles) {
    const source = createCopySource(bundle.document);
    for (const operation of operationsOf(bundle)) operations.push(entry(source, operation, diagnostics));
    for (const [name, code] of source.constants) {
      // As for the validators: the documents share their components.
      if ((constants.get(name) ?? code) !== code)
        throw new Error(`The schema ${name} differs between the documents. Rename it in one of them.`);
      constants.set(name, code);
    }
  }
  await throwDiagnostics(diagnostics);
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

function entry(source: CopySource, operation: BundledOperation, diagnostics: BundleDiagnostic[]): string {
  const { operationId, responses } = operation;
  const copies = [...responses].flatMap(([status, { content = {} }]) =>
    Object.entries(content).map(([mediaType, { schema = {} }]) => {
      try {
        return `${status}: copyDeclared(${source.add(schema, `${operationId}_${status}`)})`;
      } catch (error) {
        if (!(error instanceof ComposedSchemaError)) throw error;
        diagnostics.push(composed(error, operation, ['responses', status, 'content', mediaType, 'schema']));
        return '';
      }
    }),
  );
  return `  ${operationId}: { ${copies.join(', ')} },\n`;
}

function composed(
  { schema, keyword }: ComposedSchemaError,
  operation: BundledOperation,
  pointer: string[],
): BundleDiagnostic {
  const message = `The response cannot be copied, because ${schema} uses ${keyword}.`;
  const advice = 'List everything under `properties` and `items`: the server only copies what they declare.';
  return diagnosticAt(operation, pointer, 'response-keyword', message, advice);
}
