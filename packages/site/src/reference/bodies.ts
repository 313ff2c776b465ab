import type { BodyDetails } from '../contract/operation-details.ts';
import { type Html, html } from '../html.ts';
import { codeBlock } from '../markdown/render.ts';
import { alternativesAsTabs } from './alternatives.ts';
import type { Drawing } from './drawing.ts';
import { fieldList } from './fields.ts';

/**
 * Draws the fields of a body.
 *
 * @param prefix the prefix of the ids of the fields
 */
export function bodyFields(
  drawing: Drawing,
  prefix: string,
  { description, mediaType, isRequired, fields }: BodyDetails,
): Html {
  const about = [description, isRequired ? '' : 'The body is optional.'].filter(Boolean).join(' ');
  return html`<p><code>${mediaType}</code>${about === '' ? '' : html`. ${drawing.phrase(about)}`}</p>
${fields ? fieldList(drawing, prefix, fields) : ''}`;
}

/** Draws the examples of a body as tabs. */
export function bodyExamples(prefix: string, { examples }: BodyDetails): Html {
  const alternatives = examples.map(({ summary, value }) => ({
    title: summary,
    content: codeBlock(JSON.stringify(value, undefined, 2), 'json', summary),
  }));
  return alternativesAsTabs(`${prefix}-example`, 'Example', alternatives);
}
