import type { OperationId } from '@penstock/contract';
import type { Check } from '../check.ts';
import { type DescribedOperation, describedOperation } from '../described-operation.ts';
import { accessChecks } from './access.ts';
import { authenticationChecks } from './authentication.ts';
import { bodyBoundaryChecks } from './body-boundaries.ts';
import { bodyFormChecks } from './body-form.ts';
import { entityTagChecks } from './entity-tags.ts';
import { idempotencyChecks } from './idempotency.ts';
import { methodChecks } from './methods.ts';
import { parameterChecks } from './parameters.ts';
import { rateLimitChecks } from './rate-limit.ts';
import { successChecks } from './successes.ts';

const GENERATORS: readonly ((described: DescribedOperation) => readonly Check[])[] = [
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

/** The checks that follow from the documents alone: each operation and declared status that can be provoked from outside. */
export function generatedChecks(operationIds: readonly OperationId[]): Check[] {
  return operationIds.map(describedOperation).flatMap((described) =>
    GENERATORS.flatMap((generate) => generate(described)),
  );
}
