import type { ErrorEntry } from '@penstock/server';
import type { PipeSecrets } from '../../runtime/pipe.ts';

/** A source and its secrets. */
export interface SourcePlan<Source> {
  readonly source: Source;
  readonly secrets: PipeSecrets;
}

/** The rules of one kind of source. Each kind has its own file that exports one of these. */
export interface SourceRules<Create, Update, Source> {
  /** Returns the source of a new pipe with defaults, and its secrets separately. */
  define(body: Create, pipeId: string): SourcePlan<Source>;
  /** Merges a sparse update: objects by field, arrays as a whole; absent fields are kept (D-23). */
  change(plan: SourcePlan<Source>, body: Update): SourcePlan<Source>;
  /** Returns the errors of the result; pointers are relative to the source. */
  check(plan: SourcePlan<Source>): ErrorEntry[];
}

/** Merges a changed half of a credential into the stored one. */
export function merged<T extends object>(
  stored: T | undefined,
  change: Partial<T> | undefined,
): T | undefined {
  return change === undefined ? stored : ({ ...stored, ...change } as T);
}
