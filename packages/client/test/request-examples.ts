import type { OpenApiDocument } from '@penstock/contract/documents';
import { contractDocument } from '@penstock/contract/documents';
import type { AlertCreate, PipeCreate, PipeUpdate } from '../src/index.ts';

/** What the operations of the journeys take. */
interface RequestBodies {
  createPipe: PipeCreate;
  updatePipe: PipeUpdate;
  createStackAlert: AlertCreate;
  createAlert: AlertCreate;
}

/** The request examples of the contract, by the names that it gives them. */
export function requestExamples<Id extends keyof RequestBodies>(
  operationId: Id,
): Record<string, RequestBodies[Id]> {
  const surface = operationId === 'createAlert' ? 'observability' : 'management';
  const { requestBody } = operationOf(contractDocument(surface), operationId);
  const examples = Object.entries(requestBody.content['application/json'].examples);
  return Object.fromEntries(examples.map(([name, { value }]) => [name, value as RequestBodies[Id]]));
}

interface OperationWithExamples {
  operationId: string;
  requestBody: { content: { 'application/json': { examples: Record<string, { value: unknown }> } } };
}

function operationOf(document: OpenApiDocument, operationId: string): OperationWithExamples {
  const operations = Object.values(document.paths).flatMap((item) =>
    Object.values(item),
  ) as OperationWithExamples[];
  const operation = operations.find((candidate) => candidate.operationId === operationId);
  if (operation === undefined) throw new Error(`The contract has no operation ${operationId}.`);
  return operation;
}
