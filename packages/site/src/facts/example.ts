import { readOperations, readWebhooks } from '@penstock/contract/reader';
import type { Contract } from '../contract/contract.ts';
import { requestExamples } from '../contract/operation-facts.ts';
import { known } from './unknown-fact.ts';

/** An example of a request body: `example <operationId> <name>`. */
export function example({ bundles }: Contract, operationId = '', name = ''): string {
  const operations = bundles.flatMap(({ document }) => [
    ...readOperations(document),
    ...readWebhooks(document),
  ]);
  const operation = known(
    operations.find((candidate) => candidate.operationId === operationId),
    `operation ${operationId}`,
  );
  const value = known(requestExamples(operation)[name], `example ${name} of ${operationId}`);
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
