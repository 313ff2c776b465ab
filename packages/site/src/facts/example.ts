import { type DescribedOperation, readOperations, readWebhooks } from '@penstock/contract/reader';
import type { Contract } from '../contract/contract.ts';
import { requestExamples } from '../contract/operation-facts.ts';
import { known } from './unknown-fact.ts';

/** An example of a request body: `example <operationId> <name>`. */
export function example(contract: Contract, operationId = '', name = ''): string {
  const operation = operationOf(contract, operationId);
  return json(known(requestExamples(operation)[name], `example ${name} of ${operationId}`));
}

/** An example of a response body: `response <operationId> <status> <name>`. */
export function response(contract: Contract, operationId = '', status = '', name = ''): string {
  const found = operationOf(contract, operationId).responses.get(status);
  const [mediaType] = Object.values(found?.content ?? {});
  const named = known(mediaType?.examples?.[name], `example ${name} of the ${status} of ${operationId}`);
  return json((named as { readonly value: unknown }).value);
}

function operationOf({ bundles }: Contract, operationId: string): DescribedOperation {
  const all = bundles.flatMap(({ document }) => [...readOperations(document), ...readWebhooks(document)]);
  return known(
    all.find((candidate) => candidate.operationId === operationId),
    `operation ${operationId}`,
  );
}

function json(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
