import * as contract from '@penstock/contract/examples';
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
  return contract.requestExamples(operationId) as Record<string, RequestBodies[Id]>;
}
