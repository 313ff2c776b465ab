// Renames a pipe under the condition that it has not changed: with its current entity tag, and with an outdated one.
import { button, element, uniqueId } from './element.js';

/** @param {(name: string, entityTag: string) => void} rename */
export function entityTagButtons(rename) {
  /** @type {readonly string[]} */
  let tags = [];
  let name = '';
  const note = element('span', { class: 'lab-note', id: uniqueId('outdated') });
  const tag = element('code');
  const renameWith = (/** @type {string} */ text, /** @type {number} */ index) =>
    button(text, () => tags[index] === undefined || rename(renamed(name), tags[index]), {
      'aria-disabled': 'true',
      'aria-describedby': note.id,
    });
  const buttons = [
    renameWith('Rename with the current ETag', 0),
    renameWith('Rename with the outdated ETag', 1),
  ];
  const display = () => {
    for (const [index, each] of buttons.entries())
      each.setAttribute('aria-disabled', String(tags[index] === undefined));
    tag.textContent = tags[0] ?? 'unknown';
    note.textContent = explanation(tags);
  };
  display();
  return {
    element: element(
      'fieldset',
      {},
      element('legend', {}, 'ETag and If-Match'),
      element('p', {}, 'Last ETag of the pipe: ', tag),
      element('div', { class: 'lab-buttons' }, ...buttons),
      note,
    ),
    /** @param {import('./followed-pipe.js').Observation} observation */
    update({ pipe, entityTags }) {
      tags = entityTags;
      name = String(pipe.name);
      display();
    },
  };
}

/** @param {readonly string[]} tags */
function explanation(tags) {
  if (tags.length === 0) return 'Select a pipe first.';
  if (tags.length === 1) return 'After the next change of the pipe there is an outdated ETag.';
  return `${tags[1]} is outdated: the server changes nothing and responds with 412.`;
}

/** Returns another name for a pipe. @param {string} name */
function renamed(name) {
  const [, start = name, count = '1'] = /^(.*) \((\d+)\)$/.exec(name) ?? [];
  return `${start} (${Number(count) + 1})`;
}
