import type { OperationId } from '@penstock/contract';
import type { Check } from '../check.ts';
import { type ContractOperation, contractOperation } from '../contract-operation.ts';
import { accessChecks } from './access.ts';
import { authenticationChecks } from './authentication.ts';
import { bodyBoundaryChecks } from './body-boundaries.ts';
import { bodyFormChecks } from './body-form.ts';
import { entityTagChecks } from './entity-tags.ts';
import { idempotencyChecks } from './idempotency.ts';
import { methodChecks } from './methods.ts';
import { parameterChecks } from './parameters.ts';
import { rateLimitChecks } from './rate-limit.ts';
import { successChecks } from './success.ts';

const GENERATORS: readonly ((described: ContractOperation) => readonly Check[])[] = [
  successChecks,
  authenticationChecks,
  accessChecks,
  methodChecks,
  entityTagChecks,
  idempotencyChecks,
  bodyFormChecks,
  parameterChecks,
  bodyBoundaryChecks,
  rateLimitChecks,
];

/** Generated at the first use: those of all operations take seconds, and a program may check many servers. */
const generated = new Map<OperationId, readonly Check[]>();

/** Returns the checks that follow from the contract alone: each declared status that a client can provoke. */
export function contractChecks(operationIds: readonly OperationId[]): Check[] {
  return operationIds.flatMap(checksOf);
}

function checksOf(id: OperationId): readonly Check[] {
  const known = generated.get(id);
  if (known !== undefined) return known;
  const described = contractOperation(id);
  const checks = GENERATORS.flatMap((generate) => generate(described));
  generated.set(id, checks);
  return checks;
}
