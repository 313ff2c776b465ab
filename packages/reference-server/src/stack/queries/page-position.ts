import type { TimeRange } from '@penstock/engine';
import { ProblemError } from '@penstock/server';
import { errorEntry } from '../base/error-entries.ts';
import { type Cursors, listName } from '../base/page.ts';
import { type RequestedRange, rangeOf } from './range.ts';

/** Where a page of a search begins. Pages after the first have the range of the first one, also if that ended now. */
export interface PagePosition {
  readonly range: TimeRange;
  readonly offset: number;
}

interface Search extends RequestedRange {
  readonly cursor?: string;
  readonly limit?: number;
}

/** The name of a search in its cursors: everything but the page, so that a cursor belongs to one query (D-87). */
function nameOf(tenantId: string, search: object): string {
  const { cursor: _, limit: __, ...query } = search as Search;
  return listName('rows', tenantId, query);
}

/** @throws ProblemError 400 if the cursor is not one of this query */
export function positionOf(cursors: Cursors, tenantId: string, search: Search): PagePosition {
  if (search.cursor === undefined) return { range: rangeOf(search), offset: 0 };
  const [start = 0, end = 0, offset = 0] = readCursor(cursors, nameOf(tenantId, search), search.cursor)
    .split(' ')
    .map(Number);
  return { range: { start, end }, offset };
}

export function cursorAfter(
  cursors: Cursors,
  tenantId: string,
  search: Search,
  { range, offset }: PagePosition,
): string {
  return cursors.after(nameOf(tenantId, search), [range.start, range.end, offset].join(' '));
}

function readCursor(cursors: Cursors, list: string, cursor: string): string {
  try {
    return cursors.read(list, cursor);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError({
      code: 'invalid_cursor',
      detail: 'This query did not return the cursor. Omit it to start with the first page.',
      errors: [errorEntry('/cursor', 'invalid', 'must be a cursor that this query returned')],
    });
  }
}
