import type { Operation } from '../contract.ts';
import type { Authorizer, Principal } from '../handler.ts';
import { isPending, type Settling } from '../pending.ts';

/** Accepts the principal of a request or throws the 403. */
export type Authorize = (principal: Principal) => Settling<void>;

/**
 * Authorizes requests to one operation, after the rate limit, which also counts rejected requests (D-13), and before the
 * body is read.
 */
export function createAuthorize(
  operation: Operation,
  authorizer: Authorizer<Principal> | undefined,
): Authorize | undefined {
  if (authorizer === undefined) return undefined;
  const rejectVerdict = (verdict: unknown) => {
    // Fail closed: a JavaScript function that returns `false` means to reject the request.
    if (verdict !== undefined) {
      throw new Error(
        `authorize returned a value for ${operation.operationId}; it must return nothing, and throw a ProblemError to reject the request.`,
      );
    }
  };
  return (principal) => {
    const verdict: unknown = authorizer(principal, operation);
    return isPending(verdict) ? Promise.resolve(verdict).then(rejectVerdict) : rejectVerdict(verdict);
  };
}
