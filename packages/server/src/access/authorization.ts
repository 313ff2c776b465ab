import type { Operation } from '../contract.ts';
import type { Authorizer, Principal } from '../handler.ts';

/** Lets the principal of a request pass or throws the 403. */
export type Authorize = (principal: Principal) => Promise<void>;

/**
 * The authorization of one operation. It comes after the rate limit, so that requests which are refused are counted,
 * too (D-13), and before the body is read.
 */
export function createAuthorize(
  operation: Operation,
  authorizer: Authorizer<Principal> | undefined,
): Authorize | undefined {
  if (authorizer === undefined) return undefined;
  return async (principal) => {
    const verdict: unknown = await authorizer(principal, operation);
    // Fail closed: who returns `false` in JavaScript meant to refuse.
    if (verdict !== undefined) {
      throw new Error(
        `authorize returned a value for ${operation.operationId}; it refuses by throwing a ProblemError and returns nothing.`,
      );
    }
  };
}
