import { ProblemError } from '@penstock/server';

/** What an id may look like; anything else cannot be the end of a page. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The opaque cursor of the page that follows this id (D-05). */
export function cursorAfter(id: string): string {
  return Buffer.from(id, 'utf8').toString('base64url');
}

/**
 * The id after which a page begins.
 *
 * @throws ProblemError 400 if the cursor was not made by {@link cursorAfter}.
 */
export function idBefore(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('utf8');
  if (ID.test(id) && cursorAfter(id) === cursor) return id;
  throw new ProblemError({
    code: 'invalid_cursor',
    detail: 'The cursor was not made by this list. Leave it out to begin with the first page.',
    errors: [{ parameter: 'cursor', code: 'invalid', message: 'is not a cursor of this list' }],
  });
}
