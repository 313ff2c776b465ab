import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { ProblemError } from '@penstock/server';
import type { Cursors } from '../stack/base/page.ts';

const TAG_BYTES = 9;
/** The id, and a tag that only this server can make. */
const CURSOR = /^([A-Za-z0-9_-]{1,88})\.([A-Za-z0-9_-]{12})$/;

export function createCursors(key: KeyObject): Cursors {
  const tagOf = (list: string, id: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([list, id]))
      .digest()
      .subarray(0, TAG_BYTES);
  return {
    after: (list, id) =>
      `${Buffer.from(id, 'utf8').toString('base64url')}.${tagOf(list, id).toString('base64url')}`,
    read(list, cursor) {
      const [, encoded, tag] = CURSOR.exec(cursor) ?? [];
      if (encoded === undefined || tag === undefined) throw foreignCursor();
      const id = Buffer.from(encoded, 'base64url').toString('utf8');
      if (timingSafeEqual(Buffer.from(tag, 'base64url'), tagOf(list, id))) return id;
      throw foreignCursor();
    },
  };
}

function foreignCursor(): ProblemError {
  return new ProblemError({
    code: 'invalid_cursor',
    detail: 'This list did not return the cursor. Omit it to start with the first page.',
    errors: [{ parameter: 'cursor', code: 'invalid', message: 'must be a cursor that this list returned' }],
  });
}
