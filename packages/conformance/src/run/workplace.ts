import type { Capability } from '../capability.ts';
import { Coverage } from '../coverage/coverage.ts';
import type { Made } from '../session.ts';
import type { Callers } from '../target/callers.ts';
import type { Target } from '../target/target.ts';
import { Belongings } from './belongings.ts';
import { Pace } from './pace.ts';
import { Secrets } from './secrets.ts';

/** What all checks of one run share. */
export class Workplace {
  readonly target: Target;
  readonly callers: Callers;
  readonly readOnly: boolean;
  /** What the server does not provide, or is not asked for. */
  readonly without: ReadonlySet<Capability>;
  /** How long something that happens by itself may take. Milliseconds. */
  readonly patienceMs: number;
  readonly stop: AbortSignal;
  readonly coverage = new Coverage();
  readonly pace = new Pace();
  readonly secrets: Secrets;
  /** What was made for several checks, or could not be deleted by the one that made it. */
  readonly belongings = new Belongings();
  /** What is made once for several checks, by what it is for. */
  readonly shared = new Map<string, Promise<Made>>();
  readonly #requestIds = new Set<string>();
  #counted = 0;

  constructor(
    options: Pick<Workplace, 'target' | 'callers' | 'readOnly' | 'without' | 'patienceMs' | 'stop'>,
  ) {
    this.target = options.target;
    this.callers = options.callers;
    this.readOnly = options.readOnly;
    this.without = options.without;
    this.patienceMs = options.patienceMs;
    this.stop = options.stop;
    this.secrets = new Secrets(options.callers);
  }

  /** A number that nothing else in this run has. */
  count(): number {
    this.#counted += 1;
    return this.#counted;
  }

  /** Whether another answer has had this request id. */
  isKnownRequest(id: string): boolean {
    const known = this.#requestIds.has(id);
    this.#requestIds.add(id);
    return known;
  }
}
