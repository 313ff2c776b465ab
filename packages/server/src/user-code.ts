import type { AnswerContracts } from './answer-contract.ts';
import type { Operation } from './contract.ts';
import { ContractBreach } from './contract-breach.ts';
import { ProblemError } from './problem.ts';

/** Runs handlers and authenticators so that what they throw is an answer of their operation or a breach. */
export interface UserCode {
  run<Result>(operation: Operation, call: () => Promise<Result> | Result): Promise<Result>;
}

export function createUserCode(contracts: AnswerContracts): UserCode {
  return {
    async run(operation, call) {
      try {
        return await call();
      } catch (error) {
        if (error instanceof ProblemError) refuseUndeclared(error, operation, contracts);
        throw error;
      }
    },
  };
}

function refuseUndeclared(problem: ProblemError, operation: Operation, contracts: AnswerContracts): void {
  const declared = contracts.of(operation).get(problem.status);
  if (declared === undefined) {
    throw new ContractBreach(
      `${operation.operationId} threw a problem with the status ${problem.status} (${problem.code}), which it does not declare.`,
      { cause: problem },
    );
  }
  const undeclared = Object.keys(problem.headers).filter((name) => !declared.headers.has(name.toLowerCase()));
  if (undeclared.length === 0) return;
  throw new ContractBreach(
    `${operation.operationId} threw a problem with the status ${problem.status} and undeclared headers: ${undeclared.join(', ')}.`,
    { cause: problem },
  );
}
