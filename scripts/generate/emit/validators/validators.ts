import type { Bundle } from '../../bundle/bundle.ts';
import { throwDiagnostics } from '../../diagnostics/bundle-diagnostics.ts';
import { operationsOf } from '../../read/operations.ts';
import type { SlowEmitters } from '../slow-emitters.ts';
import { HEADER, jsDoc, literal } from '../typescript-source.ts';
import { type OperationSchemas, SchemaRegister } from './operation-schemas.ts';

/**
 * The validators of every operation as one module, in which each operation is an export of its own.
 *
 * @throws ContractError if a schema has a keyword that the validators do not know.
 */
export async function generateValidators(
  bundles: Bundle[],
  compile: SlowEmitters['compileValidators'],
): Promise<string> {
  const register = new SchemaRegister();
  for (const bundle of bundles) register.addComponents(bundle);
  const operations = bundles.flatMap(operationsOf).map((operation) => ({
    ...register.addOperation(operation),
    summary: operation.operation.summary,
  }));
  await throwDiagnostics(register.diagnostics);

  const ids = [...new Set(operations.flatMap(idsOf))];
  const idOfName = new Map(ids.map((id) => [identifier(id), id]));
  const code = await compile(register.schemas, idOfName);
  const wrapped = code.source.replaceAll(EXPORT, (_line, name: string, compiled: string) => {
    const integers = register.integerHeaders.get(idOfName.get(name) ?? '');
    const call = integers ? `validateHeaders(${compiled}, ${literal(integers)})` : `validate(${compiled})`;
    return `const ${name} = /* @__PURE__ */ ${call};`;
  });
  const imports = [...code.imports, 'type OperationValidators', 'validate', 'validateHeaders'];
  return [
    HEADER,
    '// @ts-nocheck Ajv writes JavaScript.\n',
    `import { ${imports.join(', ')} } from '../validation.ts';\n`,
    wrapped,
    ...operations.map((operation) => entry(operation, operation.summary)),
    `\n/** All validators, by operationId. */\nexport const validators = {\n${operations.map(({ operationId }) => `  ${operationId},\n`).join('')}};\n`,
  ].join('');
}

const EXPORT = /^export const (\w+) = (\w+);/gm;

function idsOf({ parameters, requestBody, responses, responseHeaders }: OperationSchemas): string[] {
  const ids = [parameters, responses, responseHeaders].flatMap((schemas) => Object.values(schemas));
  return requestBody === undefined ? ids : [...ids, requestBody];
}

/** `request:PipeUpdate` is `request_PipeUpdate` in the code. */
function identifier(id: string): string {
  return id.replaceAll(/\W/g, '_');
}

function entry(operation: OperationSchemas, summary: string | undefined): string {
  const { operationId, parameters, requestBody, responses, responseHeaders } = operation;
  const { path, query, header } = parameters;
  return `
${jsDoc([summary])}export const ${operationId}: OperationValidators = {
  parameters: { path: ${identifier(path)}, query: ${identifier(query)}, header: ${identifier(header)} },
${requestBody === undefined ? '' : `  requestBody: ${identifier(requestBody)},\n`}  responses: ${byStatus(responses)},
  responseHeaders: ${byStatus(responseHeaders)},
};
`;
}

function byStatus(ids: Readonly<Record<string, string>>): string {
  const entries = Object.entries(ids).map(([status, id]) => `${status}: ${identifier(id)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
