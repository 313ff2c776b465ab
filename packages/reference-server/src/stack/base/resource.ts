/** The fields that the server sets on every resource of the stack. A PUT may send them back but not change them (D-41). */
export interface Owned {
  readonly id: string;
  /** The tenant: a service under `/v1`, a team under `/api/v2`. */
  readonly team: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A resource and its version, the ETag (D-11). */
export interface Versioned<Resource> {
  readonly resource: Resource;
  readonly version: number;
}

/** A resource without the fields that the server sets. */
export type Content<Resource extends Owned> = Omit<Resource, keyof Owned>;

export const OWNED: readonly (keyof Owned)[] = ['id', 'team', 'createdAt', 'updatedAt'];

/** A resource, its fields in the order of responses. */
export function withOwned<Resource extends Owned>(content: Content<Resource>, owned: Owned): Resource {
  const { id, team, createdAt, updatedAt } = owned;
  return { id, ...content, team, createdAt, updatedAt } as unknown as Resource;
}

/** Returns a resource without the fields that the server sets. */
export function contentOf<Resource extends Owned>(resource: Resource): Content<Resource> {
  const { id: _id, team: _team, createdAt: _createdAt, updatedAt: _updatedAt, ...content } = resource;
  return content;
}
