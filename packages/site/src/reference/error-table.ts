import type { ErrorCase } from '../contract/operation-details.ts';
import { type Html, html } from '../html.ts';
import { errorPage } from '../links.ts';
import type { Drawing } from './drawing.ts';

/** Draws the errors that an operation returns, each with its cases and a link to its page. */
export function errorTable(drawing: Drawing, errors: readonly ErrorCase[]): Html {
  const byCode = Map.groupBy(errors, ({ code }) => code);
  const rows = [...byCode.values()].flatMap((cases) => {
    const [first] = cases;
    return first === undefined
      ? []
      : [{ ...first, summaries: [...new Set(cases.map(({ summary }) => summary))] }];
  });
  return html`<ul class="errors">
${rows.map(
  ({
    status,
    code,
    title,
    summaries,
  }) => html`<li><span class="status">${status}</span> <a href="${drawing.to(errorPage(code))}"><code>${code}</code></a>
<p>${drawing.phrase(`${title}.`)} ${summaries.some((each) => each !== '') ? html`<span class="cases">${drawing.phrase(`${summaries.filter(Boolean).join('. ')}.`)}</span>` : ''}</p></li>
`,
)}</ul>`;
}
