import type { Contract } from '../contract/contract.ts';
import { type Html, html } from '../html.ts';

/** The checkboxes of all operations. The script of the changelog displays them, because they need it. */
export function operationChooser({ operations }: Contract): Html {
  const groups = Map.groupBy(operations.values(), ({ surface, tag }) => `${surface}, ${tag}`);
  return html`<details class="chooser" hidden>
<summary>Only the operations that I use</summary>
<p>Your choice stays in this browser.</p>
${[...groups].map(
  ([group, ofGroup]) => html`<fieldset><legend>${group}</legend>
${ofGroup.map(
  ({ operationId }) =>
    html`<label><input type="checkbox" value="${operationId}"><code>${operationId}</code></label>\n`,
)}</fieldset>
`,
)}<button type="button" disabled>All operations</button>
</details>
<p class="chosen" role="status" hidden></p>
`;
}
