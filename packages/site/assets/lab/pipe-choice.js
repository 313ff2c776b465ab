// Creates a pipe, or selects one that exists.
import { button, element, uniqueId } from './element.js';
import { twiceWithOneKey } from './experiments.js';

/**
 * @param {object} parts
 * @param {import('./session.js').Session} parts.session
 * @param {import('./site-data.js').Form} parts.createPipe
 * @param {(body: string, repeat: typeof once) => void} parts.create
 * @param {() => void} parts.watch
 * @param {() => void} parts.stop
 */
export function pipeChoice({ session, createPipe, create, watch, stop }) {
  const examples = createPipe.examples ?? [];
  const example = element('select', { id: uniqueId('new-pipe') });
  example.append(...examples.map(({ name, summary }) => element('option', { value: name }, summary)));
  const body = () => examples.find(({ name }) => name === example.value)?.text ?? '{}';

  const known = element('datalist', { id: uniqueId('pipes') });
  const pipeId = element('input', {
    id: uniqueId('pipe'),
    autocomplete: 'off',
    spellcheck: 'false',
    list: known.id,
  });
  const update = () => {
    const ids = session.memory.ids?.pipeId ?? [];
    known.replaceChildren(...ids.map(({ id, name }) => element('option', { value: id, label: name ?? '' })));
    if (pipeId.value === '' && ids[0]) pipeId.value = ids[0].id;
  };
  session.onChange(update);
  update();

  const rows = [
    field('New pipe', example, [
      button('Create the pipe', () => create(body(), once), { class: 'button primary' }),
      button('Create twice with one key', () => create(body(), twiceWithOneKey)),
    ]),
    field('Pipe ID', pipeId, [
      known,
      button('Watch', watch),
      button('Stop watching', stop, { class: 'button quiet' }),
    ]),
  ];
  return {
    element: element('div', { class: 'lab-fields' }, ...rows),
    pipeId: () => pipeId.value.trim(),
    /** @param {string} id */
    select(id) {
      pipeId.value = id;
    },
  };
}

/** @param {import('./request.js').Values} values @returns {import('./request.js').Values[]} */
function once(values) {
  return [values];
}

/**
 * @param {string} label
 * @param {HTMLElement} control
 * @param {HTMLElement[]} others
 */
function field(label, control, others) {
  return element(
    'div',
    { class: 'lab-field' },
    element('label', { for: control.id }, label),
    control,
    element('div', { class: 'lab-buttons' }, ...others),
  );
}
