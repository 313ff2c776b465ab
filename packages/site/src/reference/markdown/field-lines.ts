import type { Field, ObjectFields } from '../../contract/fields.ts';
import type { ParameterDetails } from '../../contract/operation-details.ts';
import { codeSpan } from '../../markdown/prose.ts';
import { choiceNote, isAlternative, type Presence } from '../choices.ts';

/** Returns a list of the fields of a body, with nested objects as nested lists. */
export function fieldLines(object: ObjectFields, words: Presence, indent = ''): string[] {
  const alternatives = object.choices.filter(({ property }) => property === undefined);
  const notes = alternatives.map(
    ({ options }) => `${indent}Exactly one of ${options.map(({ name }) => codeSpan(name)).join(', ')}:`,
  );
  return [...notes, ...object.fields.flatMap((field) => linesOf(object, field, words, indent))];
}

function linesOf(object: ObjectFields, field: Field, words: Presence, indent: string): string[] {
  const { name, content, repeats, description, isClearable, isWriteOnly } = field;
  const isRequired = field.isRequired && words.always === 'Required' && !isAlternative(object, name);
  const parts = [
    description,
    choiceNote(object, name, words) ?? '',
    ...limits(field),
    isClearable ? 'Null removes it.' : '',
    isWriteOnly ? 'Never returned.' : '',
    repeats === undefined ? '' : `The same fields as ${repeats === '' ? 'the body' : codeSpan(repeats)}.`,
  ];
  return [
    `${indent}- ${codeSpan(name)} ${typeOf(field)}${isRequired ? ', required' : ''}${textOf(parts)}`,
    ...(content ? fieldLines(content, words, `${indent}  `) : []),
  ];
}

/** Returns a list of parameters. */
export function parameterLines(parameters: readonly ParameterDetails[]): string[] {
  return parameters.map((parameter) => {
    const { name, location, isRequired, description, example } = parameter;
    const parts = [
      description,
      ...limits(parameter),
      example === undefined ? '' : `Example ${codeSpan(example)}.`,
    ];
    return `- ${codeSpan(name)} ${typeOf(parameter)}, ${location}${isRequired ? ', required' : ''}${textOf(parts)}`;
  });
}

function typeOf({ type, unit }: Pick<Field, 'type' | 'unit'>): string {
  return unit === undefined ? type : `${type}, ${unit}`;
}

function textOf(parts: readonly string[]): string {
  const text = parts.filter(Boolean).join(' ').replaceAll(/\s+/g, ' ').trim();
  return text === '' ? '' : `: ${text}`;
}

type Limited = Pick<Field, 'bounds' | 'pattern' | 'values' | 'isOpenSet' | 'default'>;

function limits({ bounds, pattern, values, isOpenSet, ...field }: Limited): string[] {
  return [
    values.length === 0 ? '' : `${isOpenSet ? 'Known values' : 'One of'} ${values.map(codeSpan).join(', ')}.`,
    field.default === undefined ? '' : `Default ${field.default}.`,
    ...bounds.map((bound) => `${bound.charAt(0).toUpperCase()}${bound.slice(1)}.`),
    pattern === undefined ? '' : `Matches ${codeSpan(pattern)}.`,
  ];
}
