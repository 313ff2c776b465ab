import type { Direction, Json } from '../change.ts';
import type { OpenApiDocument } from '../documents/openapi.ts';
import type { Operation } from '../documents/operations.ts';
import type { Difference } from '../redocly-diff.ts';

/** Something that compatibility.md calls breaking and `redocly diff` does not see. */
export interface Rule {
  readonly id: string;
  /** Whom it breaks, and how. */
  readonly why: string;
  /** How to have it without breaking anybody. */
  readonly instead: string;
  /** Judges one difference: a sentence if it is breaking. */
  difference?(difference: Difference, directions: ReadonlySet<Direction>): string | undefined;
  /** Judges an operation that both documents have. */
  operation?(base: Operation, revision: Operation): Breach | undefined;
  /** Judges the documents as a whole. */
  document?(base: OpenApiDocument, revision: OpenApiDocument): Breach[];
}

/** A breaking change that is no single difference. */
export interface Breach {
  readonly summary: string;
  /** JSON pointer in the base document. */
  readonly pointer: string;
  readonly before?: Json;
  readonly after?: Json;
}
