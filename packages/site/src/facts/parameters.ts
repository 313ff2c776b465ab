import type { Contract } from '../contract/contract.ts';
import { operationsOf, type Parameter, parametersOf, resolve, type Schema } from '../contract/openapi.ts';
import { codeSpan, table } from '../markdown/prose.ts';
import { known } from './unknown-fact.ts';

/** Parameters with their bounds: `parameters <name> …`. */
export function parameters({ bundles }: Contract, ...names: string[]): string {
  const all = bundles.flatMap(({ document }) => [
    ...[...operationsOf(document.paths)].flatMap(([path, , operation]) =>
      parametersOf(document, path, operation),
    ),
    ...[...operationsOf(document.webhooks)].flatMap(([path, , operation]) =>
      parametersOf(document, path, operation),
    ),
  ]);
  const rows = names.map((name) => {
    const parameter = known(
      all.find((candidate) => candidate.name === name),
      `parameter ${name}`,
    );
    return [codeSpan(name), parameter.in, bounds(parameter, bundles[0]?.document), parameter.description];
  });
  return table(['name', 'in', 'value', 'meaning'], rows);
}

function bounds(parameter: Parameter, document: Contract['bundles'][number]['document'] | undefined): string {
  const schema = document ? resolve<Schema>(document, parameter.schema) : parameter.schema;
  const { type, minimum, maximum, default: preset } = schema;
  const range = minimum === undefined || maximum === undefined ? '' : `, ${minimum} to ${maximum}`;
  return `${type}${range}${preset === undefined ? '' : `, ${preset} if left out`}`;
}
