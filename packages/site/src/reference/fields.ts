import type { Field, ObjectFields } from '../contract/fields.ts';
import type { ParameterDetails } from '../contract/operation-details.ts';
import { type Html, html } from '../html.ts';
import { choiceAttributes, choiceNote, choiceTabs, isAlternative } from './choices.ts';
import type { Drawing } from './drawing.ts';

/** Returns the id of a field of a body on the page of an operation. */
export function fieldId(body: string, path: string): string {
  return `${body}.${path}`;
}

/** Returns the id of a parameter on the page of an operation. */
export function parameterId({ location, name }: Pick<ParameterDetails, 'location' | 'name'>): string {
  return `${location}.${name}`;
}

/**
 * Draws the fields of a body in the order of the contract, with nested objects in place.
 *
 * @param body the prefix of the ids, such as `body`
 */
export function fieldList(drawing: Drawing, body: string, object: ObjectFields, path = ''): Html {
  const list = { drawing, body, object, isOutermost: path === '' };
  return html`<div class="object">
${choiceTabs(fieldId(body, path), object)}<ul class="fields">
${object.fields.map((field) => fieldItem(list, field))}</ul>
</div>`;
}

/** The list that contains a field. */
interface FieldList {
  readonly drawing: Drawing;
  readonly body: string;
  readonly object: ObjectFields;
  /** Whether the object is the body itself. */
  readonly isOutermost: boolean;
}

function fieldItem(list: FieldList, field: Field): Html {
  const { drawing, body, object } = list;
  const { name, path, type, unit, description, provenance } = field;
  const id = fieldId(body, path);
  const note = choiceNote(object, name, isSent(body) ? sent : received);
  return html`<li class="field" id="${id}"${choiceAttributes(object, name)}>
<p class="field-name"><a href="#${id}"><code>${name}</code></a> <span class="type">${type}${unit === undefined ? '' : `, ${unit}`}</span>${presence(list, field)}${drawing.provenance(provenance)}</p>
${description === '' ? '' : drawing.prose(description)}${note === undefined ? '' : html`<div class="note">${drawing.prose(note)}</div>`}${limits(
  drawing,
  field,
  [field.isClearable ? 'Null removes it' : '', field.isWriteOnly ? 'Never returned' : ''],
)}${nested(list, field)}</li>
`;
}

/** Marks the fields that requests must have, and those that responses may lack. */
function presence({ body, object }: FieldList, { name, isRequired }: Field): Html {
  if (isSent(body)) return requiredMark(isRequired);
  const isConditional =
    isRequired || isAlternative(object, name) || choiceNote(object, name, received) !== undefined;
  return isConditional ? html`` : html` <span class="optional">may be absent</span>`;
}

export const sent = { always: 'Required', sometimes: 'Optional' };
export const received = { always: 'Present', sometimes: 'May be present' };

/** Whether the reader of the page sends the body. */
function isSent(body: string): boolean {
  return body === 'body';
}

function requiredMark(isRequired: boolean): Html {
  return isRequired ? html` <span class="required">required</span>` : html``;
}

/** Draws the parameters of an operation. */
export function parameterList(drawing: Drawing, parameters: readonly ParameterDetails[]): Html {
  return html`<ul class="fields">
${parameters.map((parameter) => {
  const { name, type, unit, isRequired, description, provenance } = parameter;
  const id = parameterId(parameter);
  return html`<li class="field" id="${id}">
<p class="field-name"><a href="#${id}"><code>${name}</code></a> <span class="type">${type}${unit === undefined ? '' : `, ${unit}`}</span>${requiredMark(isRequired)}${drawing.provenance(provenance)}</p>
${drawing.prose(description)}${limits(drawing, parameter, [])}</li>
`;
})}</ul>`;
}

type Limited = Pick<Field, 'bounds' | 'pattern' | 'values' | 'isOpenSet' | 'default' | 'example'>;

/** The default, the bounds, the values and an example, in one paragraph. */
function limits(drawing: Drawing, field: Limited, more: readonly string[]): Html {
  const { bounds, pattern, values, isOpenSet, example } = field;
  const parts = [
    ...(field.default === undefined ? [] : [html`Default ${drawing.phrase(field.default)}`]),
    ...[...bounds, ...more].filter(Boolean).map((bound) => html`${capitalized(bound)}`),
    ...(pattern === undefined ? [] : [html`Matches <code>${pattern}</code>`]),
    ...(example === undefined ? [] : [html`Example <code>${example}</code>`]),
  ];
  return html`${
    values.length === 0
      ? ''
      : html`<p class="values">${isOpenSet ? 'Known values' : 'One of'} ${values.map((value) => html`<code>${value}</code> `)}${isOpenSet ? 'More values may be added.' : ''}</p>
`
  }${
    parts.length === 0
      ? ''
      : html`<ul class="limits">${parts.map((part) => html`<li>${part}</li>`)}</ul>
`
  }`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether an object has choices; of an outermost one, also whether an object directly in it has some. */
function hasChoices({ choices, fields }: ObjectFields, isOutermost: boolean): boolean {
  return (
    choices.length > 0 ||
    (isOutermost && fields.some(({ content }) => content !== undefined && content.choices.length > 0))
  );
}

/** Objects with at most this many fields are open. */
const FEW = 4;

function nested(
  { drawing, body, object, isOutermost }: FieldList,
  { name, type, path, content, repeats }: Field,
): Html {
  if (repeats !== undefined) {
    const outer =
      repeats === ''
        ? html`the body`
        : html`<a href="#${fieldId(body, repeats)}"><code>${repeats}</code></a>`;
    return html`<p>The same fields as ${outer}.</p>`;
  }
  if (content === undefined) return html``;
  const list = fieldList(drawing, body, content, path);
  if (isAlternative(object, name)) return list;
  const isOpen =
    content.fields.length <= FEW || (isSent(body) ? hasChoices(content, isOutermost) : isOutermost);
  const whose = type.startsWith('list') ? 'each item' : type.startsWith('map') ? 'each value' : undefined;
  return html`<details${isOpen ? html` open` : ''}><summary>${content.fields.length} fields of ${whose ?? html`<code>${name}</code>`}</summary>
${list}</details>
`;
}
