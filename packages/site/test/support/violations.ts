import type { Page } from '@penstock/browser';
import axe, { type AxeResults, type RunOnly } from 'axe-core';

/** A rule of WCAG that a part of a page violates, and the elements that violate it. */
export interface Violation {
  readonly rule: string;
  readonly help: string;
  readonly elements: readonly string[];
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** The rules of these that depend on colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** The rules of these that depend on sizes and positions. */
const LAYOUT = ['scrollable-region-focusable', 'target-size'];

type Part = string | { readonly exclude: string[] };

/** Returns the violations of WCAG 2.0, 2.1 and 2.2, A and AA, that axe finds in a part of the page. */
export function violationsIn(page: Page, part: Part): Promise<Violation[]> {
  return runAxe(page, part, { type: 'tag', values: WCAG });
}

/** Returns the violations that another theme can cause, because it only changes colours. */
export function colourViolationsIn(page: Page, part: Part): Promise<Violation[]> {
  return runAxe(page, part, { type: 'rule', values: COLOURS });
}

/** Returns the violations that another window can cause, because it only changes sizes and positions. */
export function layoutViolationsIn(page: Page, part: Part): Promise<Violation[]> {
  return runAxe(page, part, { type: 'rule', values: LAYOUT });
}

async function runAxe(page: Page, part: Part, runOnly: RunOnly): Promise<Violation[]> {
  // The policy of the page blocks script elements, but not code that the browser's tools evaluate.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    ([context, rules]): Promise<AxeResults> =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(context, {
        runOnly: rules,
        resultTypes: ['violations'],
      }),
    [part, runOnly] as [Part, RunOnly],
  );
  return violations.map(({ id, help, nodes }) => ({
    rule: id,
    help,
    elements: nodes.map(({ target }) => target.join(' ')),
  }));
}
