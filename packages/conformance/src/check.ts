import type { OperationId } from '@penstock/contract';
import type { Capability } from './capability.ts';
import type { Session } from './session.ts';

/** One thing that a server must do. Checks know nothing of each other and may run in any order, several at a time. */
export interface Check {
  /** Stable, and unlike any other: `case/createPipe/kafka`, `generated/createPipe/body/name/maxLength`. */
  readonly id: string;
  readonly kind: 'case' | 'generated' | 'round-trip';
  /** What the server does if it passes, as a sentence. */
  readonly title: string;
  /** What it is about: `--operation` and `--surface` select by it. */
  readonly operationId: OperationId;
  /** Beyond the group of the operation itself, which every check needs. */
  readonly needs: readonly Capability[];
  /** Sends more than reads of what is there already; left out by `--read-only`. */
  readonly writes: boolean;
  /** Disturbs others, such as one that uses up the rate limit; runs alone, when all others are done. */
  readonly alone?: boolean;
  /** Findings go through the session. Throws only what is not the server's fault. */
  run(session: Session): Promise<void>;
}
