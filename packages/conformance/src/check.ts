import type { OperationId } from '@penstock/contract';
import type { Capability } from './capability.ts';
import type { Session } from './session.ts';

/** A requirement that a server must meet. Checks are independent: they run in any order, several at a time. */
export interface Check {
  /** Stable and unique: `case/createPipe/kafka`, `generated/createPipe/body/name/maxLength`. */
  readonly id: string;
  readonly kind: 'case' | 'generated' | 'round-trip';
  /** The required behaviour, as a sentence. */
  readonly title: string;
  /** The operation that the check covers; `--operation` and `--surface` select by it. */
  readonly operationId: OperationId;
  /** In addition to the capability of the operation itself, which every check needs. */
  readonly needs: readonly Capability[];
  /** Whether it sends more than reads of existing resources; excluded by `--read-only`. */
  readonly writes: boolean;
  /** Whether it disturbs others, such as a check that uses up the rate limit; runs after all others. */
  readonly alone?: boolean;
  /** Reports violations to the session. Throws only for causes outside the server. */
  run(session: Session): Promise<void>;
}
