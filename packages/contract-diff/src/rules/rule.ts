import type { Direction, Json } from '../change.ts';
import type { OpenApiDocument } from '../documents/openapi.ts';
import type { Operation } from '../documents/operations.ts';
import type { NodeChange } from '../redocly/node-changes.ts';

/** A breaking change of compatibility.md that `redocly diff` does not report. */
export interface Rule {
  readonly id: string;
  /** The effect on clients. */
  readonly why: string;
  /** An alternative that breaks no client. */
  readonly instead: string;
  /** Judges one change of a node: returns a sentence if it is breaking. */
  nodeChange?(nodeChange: NodeChange, directions: ReadonlySet<Direction>): string | undefined;
  /** Judges an operation that both documents have. */
  operation?(base: Operation, revision: Operation): BreakingChange | undefined;
  /** Judges the documents as a whole. */
  document?(base: OpenApiDocument, revision: OpenApiDocument): BreakingChange[];
}

/** A breaking change that is not the change of a single node. */
export interface BreakingChange {
  readonly summary: string;
  /** JSON pointer in the base document. */
  readonly pointer: string;
  readonly before?: Json;
  readonly after?: Json;
}
