import type { Page } from '@penstock/browser';
import axe, { type AxeResults } from 'axe-core';

/** A rule of WCAG that a part of a page violates, and the elements that violate it. */
export interface Violation {
  readonly rule: string;
  readonly help: string;
  readonly elements: readonly string[];
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** Returns the violations of WCAG 2.0, 2.1 and 2.2, A and AA, that axe finds in a part of the page. */
export async function violationsIn(
  page: Page,
  part: string | { readonly exclude: string[] },
): Promise<Violation[]> {
  // The policy of the page blocks script elements, but not code that the browser's tools evaluate.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    ([context, tags]): Promise<AxeResults> =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(context, {
        runOnly: { type: 'tag', values: tags },
        resultTypes: ['violations'],
      }),
    [part, WCAG] as [typeof part, string[]],
  );
  return violations.map(({ id, help, nodes }) => ({
    rule: id,
    help,
    elements: nodes.map(({ target }) => target.join(' ')),
  }));
}
