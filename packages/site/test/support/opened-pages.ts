import { isDocument } from './opened-site.ts';

/** Each kind of page of the guides and of the reference, and the longest ones. */
const KINDS = [
  'guides/index.html',
  'guides/decisions.html',
  'guides/errors.html',
  'guides/pipe-life-cycle.html',
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

/** Returns the pages without Scalar that tests open in the browser: each kind of page, or all in `pnpm verify`. */
export function openedPages(pages: readonly string[]): string[] {
  const own = pages.filter((path) => !isDocument(path));
  if (process.env.PENSTOCK_TEST_PAGES === 'all') return own;
  return own.filter((path) => !/^(?:guides|reference)\//.test(path) || KINDS.includes(path));
}
