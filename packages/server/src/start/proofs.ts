import type { Operation } from '../contract.ts';
import { ContractViolation } from '../responses/contract-violation.ts';

/** Proves that an operation cannot be served unchecked. Returns undefined if that is proven already. */
export type Prove = (operation: Operation) => Promise<void> | undefined;

/** For servers without a self-test. */
export const skipProof: Prove = () => undefined;

/** Proves each operation once, and keeps the result: an operation whose proof failed is never served. */
export function createProofs(prove: Prove): Prove {
  const proofs = new Map<Operation, Promise<void>>();
  const proven = new Set<Operation>();
  const begin = (operation: Operation) => {
    const proof = proveOrExplain(prove, operation);
    proofs.set(operation, proof);
    proof.then(
      () => proven.add(operation),
      () => undefined,
    );
    return proof;
  };
  return (operation) => (proven.has(operation) ? undefined : (proofs.get(operation) ?? begin(operation)));
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
