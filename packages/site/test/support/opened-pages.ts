import { isDocument } from './opened-site.ts';

/** Each kind of page of the reference, and the longest ones. */
const REFERENCE = [
  'reference/management/index.html',
  'reference/management/pipes/index.html',
  'reference/management/pipes/createPipe/index.html',
  'reference/management/pipes/updatePipeState/index.html',
  'reference/observability/dashboards/createDashboard/index.html',
  'reference/errors/index.html',
  'reference/errors/pipe_state_conflict/index.html',
  'reference/events/alert-notification/index.html',
  'reference/fields/index.html',
];

/**
 * Returns the pages without Scalar that tests open in the browser: all pages outside of the reference, and each kind of page
 * of the reference. `pnpm verify` opens all pages.
 */
export function openedPages(pages: readonly string[]): string[] {
  const own = pages.filter((path) => !isDocument(path));
  if (process.env.PENSTOCK_TEST_PAGES === 'all') return own;
  return own.filter((path) => !path.startsWith('reference/') || REFERENCE.includes(path));
}
