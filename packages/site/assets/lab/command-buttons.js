// The commands of a pipe. A command that the pipe does not accept now is grey and explains why.
import { button, element, uniqueId } from './element.js';
import { effectOf } from './pipe-commands.js';
import { codeLink } from './problem-view.js';

/**
 * @param {import('./site-data.js').PipeLife} life
 * @param {import('./site-data.js').Terms} terms
 * @param {(command: string) => void} perform
 */
export function commandButtons(life, terms, perform) {
  const rows = Object.keys(life.commands).map((name) => {
    const reason = element('span', { class: 'lab-note', id: uniqueId('reason') }, 'Select a pipe first.');
    const command = button(
      capitalized(name),
      () => command.getAttribute('aria-disabled') !== 'true' && perform(name),
      {
        'aria-disabled': 'true',
        'aria-describedby': reason.id,
      },
    );
    return { name, command, reason };
  });
  return {
    element: element(
      'fieldset',
      { class: 'lab-commands' },
      element('legend', {}, 'Commands'),
      ...rows.map(({ command, reason }) => element('div', {}, command, reason)),
    ),
    /** @param {{ state: string, source?: any }} pipe */
    update(pipe) {
      for (const { name, command, reason } of rows) {
        const effect = effectOf(life, name, pipe);
        command.setAttribute('aria-disabled', String(effect.kind === 'rejected'));
        reason.replaceChildren(
          effect.text,
          ...(effect.kind === 'rejected' ? [' ', codeLink(effect.code, terms), '.'] : []),
        );
      }
    },
  };
}

/** @param {string} name */
function capitalized(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
