import type { Contract } from '../contract/contract.ts';
import { type Html, html } from '../html.ts';
import { fieldsPage } from '../links.ts';
import type { SiteFile } from '../site-file.ts';
import { type Drawing, drawingOn } from './drawing.ts';
import { type FieldLocation, fieldLocations } from './field-locations.ts';
import { referencePage } from './reference-page.ts';

/** Returns the page that lists every field and parameter with links to the locations that describe it. */
export function fieldIndex(contract: Contract): SiteFile {
  const drawing = drawingOn(fieldsPage, contract);
  const byName = [...Map.groupBy(fieldLocations(contract), ({ name }) => name)].sort(([a], [b]) =>
    a.localeCompare(b, 'en'),
  );
  const byLetter = [...Map.groupBy(byName, ([name]) => name.charAt(0).toUpperCase())];
  return referencePage(
    {
      path: fieldsPage,
      title: 'Field index',
      description: 'Every field and parameter of both surfaces, with the operations that have it.',
      above: [],
      hasMarkdown: false,
      contents: byLetter.map(([letter]) => ({ id: `letter-${letter}`, text: letter })),
      body: html`<h1>Field index</h1>
<p class="lead">Every field and parameter of both surfaces, with the first operation that has it.</p>
${byLetter.map(
  ([letter, names]) => html`<section aria-labelledby="letter-${letter}">
<h2 id="letter-${letter}">${letter}</h2>
<dl class="codes">
${names.map(([name, locations]) => entry(drawing, name, locations))}</dl>
</section>
`,
)}`,
    },
    contract,
  );
}

/** A field of one schema is listed once, with its first location, and so is a parameter. */
function entry(drawing: Drawing, name: string, locations: readonly FieldLocation[]): Html {
  const meanings = Map.groupBy(locations, ({ schema, part }) => schema ?? part);
  return html`<div id="${name}"><dt><code>${name}</code></dt>
<dd><ul class="locations">
${[...meanings].map(([meaning, same]) => html`<li>${locationOf(drawing, meaning, same)}</li>\n`)}</ul></dd></div>
`;
}

function locationOf({ to }: Drawing, meaning: string, same: readonly FieldLocation[]): Html {
  const [first] = same;
  if (first === undefined) return html``;
  const others = new Set(same.map(({ owner }) => owner)).size - 1;
  const more = others === 0 ? '' : ` and ${others} more`;
  return html`<a href="${to(first.url)}">${meaning}</a> <span class="type">${first.type}, ${first.owner}${more}</span>`;
}
