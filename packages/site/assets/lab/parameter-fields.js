// The fields of the parameters of an operation, filled with the ids of the session.
import { button, element, proseNodes, uniqueId } from './element.js';
import { randomId } from './random-id.js';
import { filledPath } from './request.js';
import { entityTagsOf } from './send.js';

/** @typedef {import('./site-data.js').Parameter} Parameter */

/**
 * @param {import('./site-data.js').Form} form
 * @param {import('./session.js').Session} session
 */
export function parameterFields(form, session) {
  const fields = form.parameters.map((parameter) => ({ parameter, ...inputOf(parameter) }));
  const values = () =>
    Object.fromEntries(fields.map(({ parameter, input }) => [parameter.name, input.value.trim()]));

  const fillIds = () => {
    for (const { parameter, input, options } of fields) {
      if (parameter.in !== 'path') continue;
      const known = session.memory.ids?.[parameter.name] ?? [];
      const first = known[0]?.id;
      if (input.value === '' && first !== undefined) input.value = first;
      options.replaceChildren(
        ...known.map(({ id, name }) => element('option', { value: id, label: name ?? '' })),
        element('option', { value: parameter.example, label: 'the example of the contract' }),
      );
    }
  };
  session.onChange(fillIds);
  fillIds();

  /** @type {Readonly<Record<string, (input: HTMLInputElement) => HTMLButtonElement>>} */
  const proposals = {
    'If-Match': (input) =>
      button(
        'Use the last ETag',
        () => {
          input.value = lastEntityTags(form, session, values())[0] ?? '';
          input.focus();
        },
        { class: 'button quiet' },
      ),
    'Idempotency-Key': (input) =>
      button(
        'New key',
        () => {
          input.value = randomId();
          input.focus();
        },
        { class: 'button quiet' },
      ),
  };
  const rows = (/** @type {(parameter: Parameter) => boolean} */ matches) =>
    fields
      .filter(({ parameter }) => matches(parameter))
      .map(({ parameter, input, options }) =>
        fieldRow(parameter, input, options, proposals[parameter.name]?.(input)),
      );
  return { element: group(rows, fields, fillExamples), values };

  function fillExamples() {
    for (const { parameter, input } of fields) if (parameter.in === 'path') input.value = parameter.example;
  }
}

/**
 * Returns the known entity tags of the resource that a form concerns, the last one first.
 *
 * @param {import('./site-data.js').Form} form
 * @param {import('./session.js').Session} session
 * @param {Readonly<Record<string, string>>} parameters
 */
export function lastEntityTags(form, { memory }, parameters) {
  return entityTagsOf(memory, filledPath(form, parameters));
}

/**
 * @param {(matches: (parameter: Parameter) => boolean) => Node[]} rows
 * @param {readonly { parameter: Parameter }[]} fields
 * @param {() => void} fillExamples
 */
function group(rows, fields, fillExamples) {
  const needed = rows(({ required }) => required);
  const optional = rows(({ required }) => !required);
  const hasPath = fields.some(({ parameter }) => parameter.in === 'path');
  const parts = [];
  if (needed.length > 0)
    parts.push(
      element(
        'fieldset',
        {},
        element('legend', {}, 'Parameters'),
        element('div', { class: 'lab-fields' }, ...needed),
        ...(hasPath ? [button('Fill in the example IDs', fillExamples, { class: 'button quiet' })] : []),
      ),
    );
  if (optional.length > 0)
    parts.push(
      element(
        'details',
        {},
        element('summary', {}, `Optional parameters (${optional.length})`),
        element('div', { class: 'lab-fields' }, ...optional),
      ),
    );
  return element('div', {}, ...parts);
}

/** @param {Parameter} parameter */
function inputOf({ required, in: location }) {
  const options = element('datalist', { id: uniqueId('ids') });
  const input = element('input', {
    id: uniqueId('parameter'),
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    // The server checks all values. An empty path parameter would lead to another operation.
    required: required && location === 'path',
    list: location === 'path' ? options.id : undefined,
  });
  return { input, options };
}

/**
 * @param {Parameter} parameter
 * @param {HTMLInputElement} input
 * @param {HTMLDataListElement} options
 * @param {HTMLButtonElement | undefined} proposal
 */
function fieldRow({ name, in: location, description, example }, input, options, proposal) {
  const note = element('small', { id: uniqueId('note') }, ...proseNodes(description));
  input.setAttribute('aria-describedby', note.id);
  if (location !== 'path') input.placeholder = example;
  return element(
    'div',
    { class: 'lab-field' },
    element(
      'label',
      { for: input.id },
      element('code', {}, name),
      location === 'path' ? '' : ` (${location})`,
    ),
    element('div', { class: 'lab-input' }, input, ...(proposal ? [proposal] : [])),
    ...(location === 'path' ? [options] : []),
    note,
  );
}
