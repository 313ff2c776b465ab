import {
  type ContentObject,
  type DescribedOperation,
  readOperations,
  readWebhooks,
} from '@penstock/contract/reader';
import type { Contract } from '../contract/contract.ts';
import { bodyExamples } from '../contract/operation-details.ts';
import { known } from './unknown-fact.ts';

/** An example of a request body: `example <operationId> <name>`. */
export function example(contract: Contract, operationId = '', name = ''): string {
  const { requestBody } = operationOf(contract, operationId);
  return exampleIn(requestBody?.content, name, `example ${name} of ${operationId}`);
}

/** An example of a response body: `response <operationId> <status> <name>`. */
export function response(contract: Contract, operationId = '', status = '', name = ''): string {
  const { responses } = operationOf(contract, operationId);
  return exampleIn(
    responses.get(status)?.content,
    name,
    `example ${name} of the ${status} of ${operationId}`,
  );
}

function operationOf({ bundles }: Contract, operationId: string): DescribedOperation {
  const all = bundles.flatMap(({ document }) => [...readOperations(document), ...readWebhooks(document)]);
  return known(
    all.find((candidate) => candidate.operationId === operationId),
    `operation ${operationId}`,
  );
}

function exampleIn(content: ContentObject | undefined, name: string, description: string): string {
  const found = bodyExamples(content).find((candidate) => candidate.name === name);
  const { value } = known(found, description);
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
