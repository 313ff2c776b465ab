import type { OperationId, Surface } from '@penstock/contract';
import type { Capability } from '../capability.ts';
import type { Caller, KnownCaller } from '../session.ts';

/** A case as written in YAML; `cases/case.schema.json` describes every property. */
export interface CaseText {
  readonly title: string;
  readonly source: readonly string[];
  readonly surface?: Surface;
  readonly needs?: readonly Capability[];
  readonly given?: readonly string[];
  readonly steps: readonly StepText[];
}

/** A fixture in `cases/given`: its steps run before those of the cases that name it. */
export type GivenText = Pick<CaseText, 'title' | 'given' | 'steps'>;

export interface StepText {
  readonly send: string;
  readonly as?: Caller;
  readonly tenant?: KnownCaller;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly example?: string;
  readonly text?: string;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
  readonly times?: number;
  readonly pages?: 'all';
  readonly until?: Readonly<Record<string, unknown>>;
  readonly expect?: Expectation;
  readonly save?: string;
}

export interface Expectation {
  readonly status?: number;
  readonly code?: string;
  readonly errors?: readonly ExpectedEntry[];
  readonly headers?: Readonly<Record<string, ExpectedHeader>>;
  readonly result?: unknown;
  readonly absent?: readonly string[];
  readonly matches?: Readonly<Record<string, string>>;
  readonly not?: Readonly<Record<string, unknown>>;
  readonly includes?: readonly unknown[];
  readonly excludes?: readonly unknown[];
  readonly ascending?: string;
  readonly more?: boolean;
}

export interface ExpectedEntry {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: string;
}

export type ExpectedHeader =
  | string
  | { readonly matches: string }
  | { readonly not: string }
  | { readonly absent: true };

/** A validated step: its operation exists in the contract, and so does everything else that it names. */
export interface Step extends StepText {
  readonly send: OperationId;
  /** The file and line of the step, for violations: `cases/createAlert/tile.yaml:12`. */
  readonly at: string;
}

/** A case on one surface, ready to run; the steps of its fixtures come first. */
export interface Case {
  /** Such as `createAlert/tile`. It starts with the operation that is sent, so it is unique per surface. */
  readonly name: string;
  readonly operationId: OperationId;
  readonly title: string;
  readonly source: readonly string[];
  readonly needs: readonly Capability[];
  readonly steps: readonly Step[];
}
