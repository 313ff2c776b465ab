import type { Contract } from '../contract/contract.ts';
import { descriptionWithDefault } from '../contract/operation-details.ts';
import type { OperationFacts } from '../contract/operation-facts.ts';
import { codeSpan, table } from '../markdown/prose.ts';
import { known } from './unknown-fact.ts';

const filtersOf: Readonly<Record<string, (operation: OperationFacts, value: string) => boolean>> = {
  idempotency: ({ idempotency }, value) => idempotency === value,
  stability: ({ stability }, value) => stability === value,
  header: (operation, value) => takes(operation, 'header', value),
  query: (operation, value) => takes(operation, 'query', value),
};

/** The operations that match a criterion: `operations idempotency=keyed`. */
export function operations(contract: Contract, criterion = ''): string {
  const [key = '', value = ''] = criterion.split('=');
  const matches = known(filtersOf[key], `filter of operations by ${key}`);
  const chosen = [...contract.operations.values()].filter((operation) => matches(operation, value));
  return operationList(
    contract,
    known(chosen.length > 0 ? chosen : undefined, `operation with ${criterion}`),
  );
}

/** Lists operations by surface. */
export function operationList({ bundles }: Contract, chosen: readonly OperationFacts[]): string {
  const bySurface = Map.groupBy(chosen, ({ surface }) => surface);
  return bundles
    .filter(({ surface }) => bySurface.has(surface))
    .map(({ surface }) => `- ${surface}: ${names(bySurface.get(surface) ?? [])}`)
    .join('\n');
}

function names(chosen: readonly OperationFacts[]): string {
  return chosen.map(({ operationId }) => codeSpan(operationId)).join(', ');
}

/** The filters of the list operations. */
export function filters({ operations: all }: Contract): string {
  const rows = [...all.values()].flatMap(({ operationId, details }) =>
    details.parameters
      .filter(({ location, name }) => location === 'query' && name !== 'limit' && name !== 'cursor')
      .map((parameter) => [
        codeSpan(operationId),
        codeSpan(parameter.name),
        descriptionWithDefault(parameter),
      ]),
  );
  return table(['operation', 'parameter', 'meaning'], rows);
}

function takes({ details }: OperationFacts, where: string, name: string): boolean {
  return details.parameters.some((parameter) => parameter.location === where && parameter.name === name);
}
