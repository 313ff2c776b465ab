import type { Bundle } from '../../bundle/bundle.ts';
import { refuseMistakes } from '../../diagnostics/bundle-diagnostics.ts';
import { writtenOperations } from '../../read/operations.ts';
import { HEADER, jsDoc } from '../typescript-source.ts';
import { compile } from './code.ts';
import { type OperationSchemas, SchemaRegister } from './operation-schemas.ts';

/**
 * The validators of every operation as one module, in which each operation is an export of its own.
 *
 * @throws ContractError if a schema has a keyword that the validators do not know.
 */
export async function generateValidators(bundles: Bundle[]): Promise<string> {
  const register = new SchemaRegister();
  for (const bundle of bundles) register.addComponents(bundle);
  const operations = bundles.flatMap(writtenOperations).map((written) => ({
    ...register.addOperation(written),
    summary: written.operation.summary,
  }));
  await refuseMistakes(register.mistakes);

  const ids = [...new Set(operations.flatMap(idsOf))];
  const names = new Map(ids.map((id) => [id, identifier(id)]));
  const code = compile(register.schemas, new Map(ids.map((id) => [identifier(id), id])));
  const nameOf = (id: string) => names.get(id) ?? '';
  return [
    HEADER,
    '// @ts-nocheck Ajv writes JavaScript.\n',
    `import { ${[...code.imports, 'type OperationValidators', 'validate'].join(', ')} } from '../validation.ts';\n`,
    code.source.replaceAll(EXPORT, 'const $<name> = /* @__PURE__ */ validate($<compiled>);'),
    ...operations.map((operation) => entry(operation, operation.summary, nameOf)),
    `\n/** All of them, by operationId. */\nexport const validators = {\n${operations.map(({ operationId }) => `  ${operationId},\n`).join('')}};\n`,
  ].join('');
}

const EXPORT = /^export const (?<name>\w+) = (?<compiled>\w+);/gm;

function idsOf({ parameters, requestBody, responses }: OperationSchemas): string[] {
  const ids = [...Object.values(parameters), ...Object.values(responses)];
  return requestBody === undefined ? ids : [...ids, requestBody];
}

/** `request:PipeUpdate` is `request_PipeUpdate` in the code. */
function identifier(id: string): string {
  return id.replaceAll(/\W/g, '_');
}

function entry(
  { operationId, parameters, requestBody, responses }: OperationSchemas,
  summary: string | undefined,
  nameOf: (id: string) => string,
): string {
  const { path, query, header } = parameters;
  const answers = Object.entries(responses).map(([status, id]) => `${status}: ${nameOf(id)}`);
  return `
${jsDoc([summary])}export const ${operationId}: OperationValidators = {
  parameters: { path: ${nameOf(path)}, query: ${nameOf(query)}, header: ${nameOf(header)} },
${requestBody === undefined ? '' : `  requestBody: ${nameOf(requestBody)},\n`}  responses: { ${answers.join(', ')} },
};
`;
}
