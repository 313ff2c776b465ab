import type { Contract } from '../contract/contract.ts';
import { type Operation, operationsOf } from '../contract/openapi.ts';
import { requestExamples } from '../contract/operations.ts';
import { known } from './unknown-fact.ts';

/** An example of a request body: `example <operationId> <case>`. */
export function example(contract: Contract, operationId = '', name = ''): string {
  const { document, operation } = known(find(contract, operationId), `operation ${operationId}`);
  const value = known(requestExamples(document, operation)[name], `example ${name} of ${operationId}`);
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

function find({ bundles }: Contract, operationId: string) {
  for (const { document } of bundles) {
    for (const operation of allOperations(document)) {
      if (operation.operationId === operationId) return { document, operation };
    }
  }
  return undefined;
}

function allOperations(document: Contract['bundles'][number]['document']): Operation[] {
  return [...operationsOf(document.paths), ...operationsOf(document.webhooks)].map(
    ([, , operation]) => operation,
  );
}
