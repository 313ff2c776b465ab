import type { Choice, ChoiceOption } from '../contract/choices.ts';
import type { ObjectFields } from '../contract/fields.ts';
import { type Html, html } from '../html.ts';
import { type Tab, tabs } from '../pages/tabs.ts';

/** The attributes that connect fields with the choices of their object. The style sheet knows these. */
const attributes = ['data-a', 'data-b'] as const;

/** Draws the choices of an object as tabs, which hide the fields of other options. */
export function choiceTabs(prefix: string, { choices }: ObjectFields): Html[] {
  return choices.map((choice, index) =>
    tabs({
      kind: `choice choice-${index}`,
      legend: choice.property === undefined ? 'Exactly one of' : html`<code>${choice.property}</code>`,
      name: `${prefix}${attributes[index] ?? ''}`,
      options: tabsOf(choice),
    }),
  );
}

/** All options of a property are displayed at first. Of alternative properties it is the first one. */
function tabsOf(choice: Choice): Tab[] {
  const options = choice.options.map(({ name }, index) => ({
    value: String(index + 1),
    label: isAbsent(choice, name) ? 'none' : html`<code>${name}</code>`,
  }));
  return choice.property === undefined ? options : [{ value: '0', label: 'all' }, ...options];
}

/** Whether a field is one of several alternative properties. */
export function isAlternative({ choices }: ObjectFields, field: string): boolean {
  return choices.some(
    ({ property, options }) => property === undefined && options.some(({ name }) => name === field),
  );
}

/** Returns the attributes of a field: for each choice that concerns it, the numbers of its options. */
export function choiceAttributes({ choices }: ObjectFields, field: string): Html[] {
  return choices.map((choice, index) => {
    const numbers = choice.options.flatMap((option, number) => (has(option, field) ? [number + 1] : []));
    return numbers.length === 0 ? html`` : html` ${attributes[index] ?? ''}="${numbers.join(' ')}"`;
  });
}

/** The words for fields that an object must have, and for those that it may have. */
export interface Presence {
  readonly always: string;
  readonly sometimes: string;
}

/** Returns when a field is required or permitted, as Markdown; undefined if that does not depend on a choice. */
export function choiceNote({ choices }: ObjectFields, field: string, words: Presence): string | undefined {
  const notes = choices.flatMap((choice) => noteOf(choice, field, words));
  return notes.length === 0 ? undefined : notes.join(' ');
}

function noteOf(choice: Choice, field: string, { always, sometimes }: Presence): string[] {
  const { property, options } = choice;
  if (property === undefined) return [];
  const required = options.filter((option) => option.required.includes(field));
  const optional = options.filter((option) => option.optional.includes(field));
  return [
    ...(required.length > 0 ? [`${always}${condition(property, required, options)}.`] : []),
    ...(optional.length > 0 ? [`${sometimes}${condition(property, optional, options)}.`] : []),
  ];
}

/** A list of this many exceptions is shorter than the list of options. */
const FEW = 2;

/** Returns the words after a presence; none if it applies to all options. */
function condition(property: string, chosen: readonly ChoiceOption[], all: readonly ChoiceOption[]): string {
  const others = all.filter((option) => !chosen.includes(option));
  if (others.length === 0) return '';
  if (others.every(({ name }) => name === NONE)) return ` if \`${property}\` is present`;
  if (others.length <= FEW && chosen.length > FEW) return ` unless ${values(property, others)}`;
  return ` if ${values(property, chosen)}`;
}

/** The option of objects without the property. */
const NONE = 'none';

function values(property: string, options: readonly ChoiceOption[]): string {
  const names = options.filter(({ name }) => name !== NONE).map(({ name }) => `\`${name}\``);
  const isAbsentToo = names.length < options.length;
  if (names.length === 0) return `\`${property}\` is absent`;
  const listed = [...names, ...(isAbsentToo ? ['absent'] : [])];
  return `\`${property}\` is ${listed.length === 1 ? listed[0] : `${listed.slice(0, -1).join(', ')} or ${listed.at(-1)}`}`;
}

function isAbsent({ property }: Choice, name: string): boolean {
  return property !== undefined && name === NONE;
}

function has({ required, optional }: ChoiceOption, field: string): boolean {
  return required.includes(field) || optional.includes(field);
}
