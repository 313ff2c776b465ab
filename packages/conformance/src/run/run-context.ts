import type { Capability } from '../capability.ts';
import { Coverage } from '../coverage/coverage.ts';
import type { Creation } from '../session.ts';
import type { Callers } from '../target/callers.ts';
import type { Target } from '../target/target.ts';
import { CreatedResources } from './created-resources.ts';
import { RateLimitPauses } from './rate-limit-pauses.ts';
import { Secrets } from './secrets.ts';
import { Waits } from './waits.ts';

export interface RunOptions extends Pick<RunContext, 'target' | 'callers' | 'readOnly' | 'without' | 'stop'> {
  /** The timeout of asynchronous changes, in milliseconds. */
  readonly waitMs: number;
}

/** The state that all checks of one run share. */
export class RunContext {
  readonly target: Target;
  readonly callers: Callers;
  readonly readOnly: boolean;
  /** Capabilities that the server does not provide, or that the selection excludes. */
  readonly without: ReadonlySet<Capability>;
  readonly stop: AbortSignal;
  readonly coverage = new Coverage();
  readonly pauses = new RateLimitPauses();
  readonly waits: Waits;
  readonly secrets: Secrets;
  /** Shared resources, and those that a check could not delete. */
  readonly createdResources = new CreatedResources();
  /** Shared resources by purpose. */
  readonly shared = new Map<string, Promise<Creation>>();
  readonly #requestIds = new Set<string>();
  #counted = 0;

  constructor(options: RunOptions) {
    this.target = options.target;
    this.callers = options.callers;
    this.readOnly = options.readOnly;
    this.without = options.without;
    this.stop = options.stop;
    this.waits = new Waits(options.waitMs, options.stop);
    this.secrets = new Secrets(options.callers);
  }

  /** Returns a number that is unique in this run. */
  count(): number {
    this.#counted += 1;
    return this.#counted;
  }

  /** Whether another response had this request id. */
  isKnownRequestId(id: string): boolean {
    const known = this.#requestIds.has(id);
    this.#requestIds.add(id);
    return known;
  }
}
