import { type ErrorEntry, ProblemError } from '@penstock/server';

/** @throws ProblemError 400 if there is a wrong place. */
export function refuseInvalid(errors: readonly ErrorEntry[]): void {
  if (errors.length === 0) return;
  throw new ProblemError({
    code: 'validation_failed',
    detail: 'The request contradicts the rules of the stack. Mend what errors names and send it again.',
    errors,
  });
}

/** @throws ProblemError 400 if a reference leads nowhere in its tenant, or to what cannot be referred to (D-43). */
export function refuseBrokenReferences(errors: readonly ErrorEntry[]): void {
  if (errors.every(({ code }) => code !== 'reference_not_found')) {
    refuseInvalid(errors);
    return;
  }
  throw new ProblemError({
    code: 'reference_not_found',
    detail: 'What errors names cannot be resolved in this tenant. Create it first, or name something else.',
    errors,
  });
}

/** @throws ProblemError 400 if fields of the server were changed (D-41). */
export function refuseChangedFields(names: readonly string[]): void {
  if (names.length === 0) return;
  throw new ProblemError({
    code: 'read_only_field',
    detail:
      'Fields of the server can be sent back as they were read, and not changed. Leave out what errors names.',
    errors: names.map((name) => ({
      pointer: `/${name}`,
      code: 'read_only_field',
      message: 'differs from what is stored; leave it out',
    })),
  });
}

/** How many others refer to a resource, and what they are called. */
export interface Use {
  readonly count: number;
  readonly one: string;
  readonly many: string;
}

/** @throws ProblemError 409 if anything refers to the resource (D-42). */
export function refuseUsed(what: string, uses: readonly Use[]): void {
  const users = uses
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`);
  if (users.length === 0) return;
  const list = new Intl.ListFormat('en').format(users);
  throw new ProblemError({
    code: 'resource_in_use',
    detail: `This ${what} is in use by ${list}. Change or delete them first.`,
  });
}

/** What is not there and what belongs to others answers the same (D-60). */
export function notFound(): ProblemError {
  return new ProblemError({
    code: 'resource_not_found',
    detail: 'Nothing with these ids is visible to this credential. Check the ids in the path.',
  });
}
