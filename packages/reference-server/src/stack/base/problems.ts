import { MAX_ERRORS } from '@penstock/contract/validators';
import { type ErrorEntry, ProblemError } from '@penstock/server';

/** @throws ProblemError 400 if there are errors */
export function rejectInvalid(errors: readonly ErrorEntry[]): void {
  if (errors.length === 0) return;
  const listed = errors.slice(0, MAX_ERRORS);
  throw new ProblemError({
    code: 'validation_failed',
    detail: `The request is invalid: ${listed.length} ${listed.length === 1 ? 'field' : 'fields'}. Fix the fields listed in errors and retry.`,
    errors: listed,
  });
}

/** @throws ProblemError 400 if a reference does not exist in its tenant, or has the wrong type (D-43) */
export function rejectBrokenReferences(errors: readonly ErrorEntry[]): void {
  if (errors.every(({ code }) => code !== 'reference_not_found')) {
    rejectInvalid(errors);
    return;
  }
  throw new ProblemError({
    code: 'reference_not_found',
    detail:
      'The request refers to resources that do not exist in this tenant. Create the resources listed in errors first, or use other ids.',
    errors,
  });
}

/** @throws ProblemError 400 if read-only fields were changed (D-41) */
export function rejectChangedFields(names: readonly string[]): void {
  if (names.length === 0) return;
  throw new ProblemError({
    code: 'read_only_field',
    detail:
      'Read-only fields cannot be changed. Omit the fields listed in errors, or send their stored values.',
    errors: names.map((name) => ({
      pointer: `/${name}`,
      code: 'read_only_field',
      message: 'differs from the stored value; omit it',
    })),
  });
}

/** The number of other resources that refer to a resource, and their nouns. */
export interface Use {
  readonly count: number;
  readonly one: string;
  readonly many: string;
}

/** @throws ProblemError 409 if other resources refer to the resource (D-42); `errors` are the locations that conflict */
export function rejectUsed(what: string, uses: readonly Use[], errors?: readonly ErrorEntry[]): void {
  const users = uses
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`);
  if (users.length === 0) return;
  const list = new Intl.ListFormat('en').format(users);
  throw new ProblemError({
    code: 'resource_in_use',
    detail: `This ${what} is in use by ${list}. Change or delete them first.`,
    ...(errors === undefined ? {} : { errors }),
  });
}

/** @throws ProblemError 409 if tiles with alerts get a display type without a value (D-49) */
export function rejectTilesInUse(errors: readonly ErrorEntry[]): void {
  if (errors.length === 0) return;
  throw new ProblemError({
    code: 'resource_in_use',
    detail:
      'Alerts use the tiles listed in errors, and need a line, stacked_bar or number tile. Keep the display types, or delete the alerts first.',
    errors,
  });
}

/** The response for missing resources and for resources of other tenants is the same (D-60). */
export function notFound(): ProblemError {
  return new ProblemError({
    code: 'resource_not_found',
    detail: 'The resource does not exist or belongs to another tenant. Check the ids in the path.',
  });
}
