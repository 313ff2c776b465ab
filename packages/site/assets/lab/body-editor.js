// The editor of a request body: text, with the examples of the contract.
import { element, uniqueId } from './element.js';

const EDITED = 'Your text';

/** @param {NonNullable<import('./site-data.js').Form['examples']>} examples */
export function bodyEditor(examples) {
  const text = element('textarea', {
    id: uniqueId('body'),
    autocapitalize: 'off',
    autocomplete: 'off',
    spellcheck: 'false',
    wrap: 'off',
    input: () => resize(),
  });
  const select = element('select', { id: uniqueId('example') });
  let edited = '';
  const options = examples.map(({ name, summary }) => element('option', { value: name }, summary || name));
  select.append(...options);

  const textOf = (/** @type {string} */ name) =>
    examples.find((example) => example.name === name)?.text ?? edited;
  const resize = () => {
    const lines = text.value.split('\n').length + 1;
    text.rows = Math.min(Math.max(lines, 4), 22);
  };
  const insert = (/** @type {string} */ value) => {
    text.value = value;
    resize();
  };
  select.addEventListener('change', () => {
    // Keeps text that no example has, so that nothing is lost.
    if (examples.every((example) => example.text !== text.value)) keep(text.value);
    insert(textOf(select.value));
  });
  const keep = (/** @type {string} */ value) => {
    edited = value;
    if (![...select.options].some((option) => option.value === EDITED))
      select.append(element('option', { value: EDITED }, EDITED));
  };
  insert(examples[0]?.text ?? '{}');

  return {
    element: element(
      'fieldset',
      {},
      element('legend', {}, 'Body'),
      element(
        'div',
        { class: 'lab-field' },
        element('label', { for: select.id }, 'Start from an example'),
        select,
      ),
      element('div', { class: 'lab-field' }, element('label', { for: text.id }, 'JSON'), text),
    ),
    value: () => text.value,
  };
}
