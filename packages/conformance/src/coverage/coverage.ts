import type { OperationId } from '@penstock/contract';

/** The coverage of one operation. */
export interface Seen {
  readonly statuses: ReadonlySet<number>;
  /** Parameters and body locations that a check set: `query limit`, `body /name`. */
  readonly parameters: ReadonlySet<string>;
  readonly requests: number;
}

/** The coverage of a run by operation. */
export class Coverage {
  readonly #seen = new Map<
    OperationId,
    { statuses: Set<number>; parameters: Set<string>; requests: number }
  >();

  record(operationId: OperationId, status: number, parameters: readonly string[]): void {
    const seen = this.#seen.get(operationId) ?? { statuses: new Set(), parameters: new Set(), requests: 0 };
    this.#seen.set(operationId, seen);
    seen.statuses.add(status);
    for (const parameter of parameters) seen.parameters.add(parameter);
    seen.requests += 1;
  }

  of(operationId: OperationId): Seen {
    return this.#seen.get(operationId) ?? { statuses: new Set(), parameters: new Set(), requests: 0 };
  }
}
