import type { Operation } from '../contract.ts';
import { ContractViolation } from '../responses/contract-violation.ts';

/** Proves that an operation cannot be served unchecked. */
export type Prove = (operation: Operation) => Promise<void>;

/** For servers without a self-test. */
export const skipProof: Prove = async () => undefined;

/** Proves each operation once, and keeps the result: an operation whose proof failed is never served. */
export function createProofs(prove: Prove): Prove {
  const proofs = new Map<Operation, Promise<void>>();
  return (operation) => {
    const proof = proofs.get(operation) ?? proveOrExplain(prove, operation);
    proofs.set(operation, proof);
    return proof;
  };
}

async function proveOrExplain(prove: Prove, operation: Operation): Promise<void> {
  try {
    await prove(operation);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ContractViolation(
      `${operation.operationId} cannot be served because its self-test failed. ${reason} Correct the contract, or set validation to 'compiled', and start the server again.`,
      { cause: error },
    );
  }
}
