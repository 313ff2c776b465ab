import { type OperationId, operations } from '@penstock/contract';
import type { ResourceKind } from '../resource-kind.ts';
import type { KnownCaller } from '../session.ts';

/** Something that the run has made, and who may delete it. */
export interface Belonging {
  readonly kind: ResourceKind;
  readonly id: string;
  readonly owner: KnownCaller;
}

/** Deletes one thing; whether it is gone now. */
export type Remove = (belonging: Belonging) => Promise<boolean>;

/** What was made and is still there, in the order in which it was made. */
export class Belongings {
  readonly #kept = new Map<string, Belonging>();
  readonly #uncertain: string[] = [];

  /** How many things are known to be there. */
  get size(): number {
    return this.#kept.size;
  }

  add(belonging: Belonging): void {
    this.#kept.set(keyOf(belonging), belonging);
  }

  /** A creation was sent and not answered: nobody knows whether it has made something. */
  addUncertain(creation: OperationId, body: unknown): void {
    const { name } = (body ?? {}) as { name?: unknown };
    this.#uncertain.push(
      `what ${creation} was asked for without an answer${typeof name === 'string' ? `, named ${name}` : ''}, if it is there`,
    );
  }

  /** It was deleted by who made it. */
  forget(kind: ResourceKind, id: string): void {
    this.#kept.delete(keyOf({ kind, id }));
  }

  /** Takes over what another one could not delete. */
  takeOver(others: Belongings): void {
    for (const belonging of others.#kept.values()) this.add(belonging);
  }

  /** Deletes what was made last first, because what was made later may refer to it. What stays is kept. */
  async remove(remove: Remove): Promise<void> {
    for (const belonging of [...this.#kept.values()].reverse())
      if (await remove(belonging)) this.#kept.delete(keyOf(belonging));
  }

  /** What is still there, by name. */
  names(): string[] {
    const known = [...this.#kept.values()].map(
      ({ kind, id }) => `${operations[kind.get].path} with ${kind.parameter} ${id}`,
    );
    return [...known, ...this.#uncertain];
  }
}

function keyOf({ kind, id }: Pick<Belonging, 'kind' | 'id'>): string {
  return `${kind.create} ${id}`;
}
