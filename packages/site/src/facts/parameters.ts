import {
  type OpenApiDocument,
  type ParameterObject,
  readOperations,
  readWebhooks,
  resolve,
  type SchemaObject,
} from '@penstock/contract/reader';
import type { Contract } from '../contract/contract.ts';
import { codeSpan, table } from '../markdown/prose.ts';
import { known } from './unknown-fact.ts';

/** Parameters with their bounds: `parameters <name> …`. */
export function parameters({ bundles }: Contract, ...names: string[]): string {
  const all = bundles.flatMap(({ document }) => parametersOf(document));
  const rows = names.map((name) => {
    const [parameter, document] = known(
      all.find(([candidate]) => candidate.name === name),
      `parameter ${name}`,
    );
    return [codeSpan(name), parameter.in, bounds(parameter, document), parameter.description ?? ''];
  });
  return table(['name', 'in', 'value', 'meaning'], rows);
}

function parametersOf(document: OpenApiDocument): [ParameterObject, OpenApiDocument][] {
  const operations = [...readOperations(document), ...readWebhooks(document)];
  return operations.flatMap((operation) => operation.parameters).map((parameter) => [parameter, document]);
}

function bounds({ schema = {} }: ParameterObject, document: OpenApiDocument): string {
  const { type, minimum, maximum, default: preset } = resolve<SchemaObject>(document, schema as SchemaObject);
  const range = minimum === undefined || maximum === undefined ? '' : `, ${minimum} to ${maximum}`;
  return `${type}${range}${preset === undefined ? '' : `, default ${preset}`}`;
}
