import { type OperationId, twinOf } from '@penstock/contract';
import { type Operation, penstockContract } from '../../src/contract.ts';

/**
 * The operations that a test about all operations calls: not the managed twins of the stack, which are generated from the operations
 * under `/api/v2`. `pnpm verify` calls all.
 */
export const TESTED_OPERATIONS: readonly Operation[] = penstockContract.operations.filter(
  ({ operationId, surface }) =>
    process.env.PENSTOCK_TEST_OPERATIONS === 'all' ||
    surface === 'observability' ||
    twinOf(operationId as OperationId) === undefined,
);
