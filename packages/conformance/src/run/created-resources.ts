import { type OperationId, operations, type Resource } from '@penstock/contract';
import type { KnownCaller } from '../session.ts';

/** A resource that the run created, and the caller that may delete it. */
export interface CreatedResource {
  readonly resource: Resource;
  readonly id: string;
  readonly owner: KnownCaller;
}

/** Deletes one resource. Returns whether it is gone. */
export type Remove = (createdResource: CreatedResource) => Promise<boolean>;

/** The created resources that still exist, in the order of their creation. */
export class CreatedResources {
  readonly #remaining = new Map<string, CreatedResource>();
  readonly #uncertain: string[] = [];

  /** The number of resources that are known to exist. */
  get size(): number {
    return this.#remaining.size;
  }

  add(createdResource: CreatedResource): void {
    this.#remaining.set(keyOf(createdResource), createdResource);
  }

  /** A creation without a response: the resource may or may not exist. */
  addUncertain(creation: OperationId, body: unknown): void {
    const { name } = (body ?? {}) as { name?: unknown };
    this.#uncertain.push(
      `the resource of a ${creation} without a response${typeof name === 'string' ? `, named ${name}` : ''}, if it exists`,
    );
  }

  /** Forgets a resource that a check deleted itself. */
  forget(resource: Resource, id: string): void {
    this.#remaining.delete(keyOf({ resource, id }));
  }

  /** Adds the resources that a check could not delete. */
  addAll(others: CreatedResources): void {
    for (const createdResource of others.#remaining.values()) this.add(createdResource);
  }

  /** Deletes in reverse order, because a resource may refer to an earlier one. Keeps what cannot be deleted. */
  async remove(remove: Remove): Promise<void> {
    for (const createdResource of [...this.#remaining.values()].reverse())
      if (await remove(createdResource)) this.#remaining.delete(keyOf(createdResource));
  }

  /** The names of the resources that still exist. */
  names(): string[] {
    const known = [...this.#remaining.values()].map(
      ({ resource, id }) => `${operations[resource.get].path} with ${resource.idParameter} ${id}`,
    );
    return [...known, ...this.#uncertain];
  }
}

function keyOf({ resource, id }: Pick<CreatedResource, 'resource' | 'id'>): string {
  return `${resource.create} ${id}`;
}
