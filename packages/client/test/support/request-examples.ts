import * as contract from '@penstock/contract/examples';
import type { AlertCreate, PipeCreate, PipeUpdate } from '../../src/index.ts';

/** The request bodies of the operations in the journey. */
interface RequestBodies {
  createPipe: PipeCreate;
  updatePipe: PipeUpdate;
  createStackAlert: AlertCreate;
  createAlert: AlertCreate;
}

/** Returns the request examples of the contract by name. */
export function requestExamples<Id extends keyof RequestBodies>(
  operationId: Id,
): Record<string, RequestBodies[Id]> {
  return contract.requestExamples(operationId) as Record<string, RequestBodies[Id]>;
}
