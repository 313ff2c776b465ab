// A pipe, watched: its life cycle, the commands that it accepts now, and what entity tags and keys do.

import { callLog } from './call-log.js';
import { commandButtons } from './command-buttons.js';
import { element } from './element.js';
import { entityTagButtons } from './entity-tag-buttons.js';
import { followedPipe } from './followed-pipe.js';
import { pipeChoice } from './pipe-choice.js';
import { lifeCycleOf } from './pipe-commands.js';
import { pipePicture } from './pipe-picture.js';
import { loadForm, loadPipeLife } from './site-data.js';

/**
 * @param {object} parts
 * @param {import('./session.js').Session} parts.session
 * @param {import('./site-data.js').Terms} parts.terms
 * @param {() => string} parts.server
 */
export async function pipePanel({ session, terms, server }) {
  const [life, getPipe, createPipe, updatePipe, updatePipeState] = await Promise.all([
    loadPipeLife(),
    loadForm('getPipe'),
    loadForm('createPipe'),
    loadForm('updatePipe'),
    loadForm('updatePipeState'),
  ]);
  const state = element('p', { class: 'lab-state', role: 'status' });
  const watching = element('p', { class: 'lab-note' });
  const log = callLog(terms);
  const picture = pipePicture(life);
  const choice = pipeChoice({
    session,
    createPipe,
    create: async (body, repeat) => {
      const [first] = await followed.perform(createPipe, repeat({ parameters: followed.parameters(), body }));
      const id = first?.response?.json?.result?.id;
      if (typeof id === 'string') follow(id);
    },
    watch: () => followed.watch.start(),
    stop: () => followed.watch.stop('The pipe is not watched.'),
  });
  const commands = commandButtons(life, terms, (command) => change(updatePipeState, { command }));
  const entityTags = entityTagButtons((name, tag) => change(updatePipe, { name }, { 'If-Match': tag }));
  const followed = followedPipe({
    session,
    server,
    getPipe,
    pipeId: choice.pipeId,
    log,
    onObserve: (observation) => {
      const { pipe, visited } = observation;
      announce(state, sentence(pipe, life));
      commands.update(pipe);
      entityTags.update(observation);
      picture.light(lifeCycleOf(pipe), pipe.state, visited);
    },
    onWatch: (text) => {
      watching.textContent = text;
    },
  });

  /**
   * @param {import('./site-data.js').Form} form
   * @param {object} body
   * @param {Readonly<Record<string, string>>} [headers]
   */
  async function change(form, body, headers = {}) {
    const parameters = { ...followed.parameters(), ...headers };
    await followed.perform(form, [{ parameters, body: JSON.stringify(body, null, 2) }]);
    await followed.watch.start();
  }
  /** @param {string} id */
  function follow(id) {
    choice.select(id);
    return followed.watch.start();
  }
  await picture.light('continuous', '', new Set());
  return {
    element: element(
      'div',
      { class: 'lab-pipe' },
      choice.element,
      state,
      picture.element,
      watching,
      commands.element,
      entityTags.element,
      log.element,
    ),
    follow,
  };
}

/**
 * @param {any} pipe
 * @param {import('./site-data.js').PipeLife} life
 */
function sentence({ name, state }, { states }) {
  const meaning = states[state]?.meaning;
  return `${name}: ${state}.${meaning ? ` ${meaning}.` : ''}`;
}

/** Screen readers announce a text that is set, even if it is the same. @param {HTMLElement} target @param {string} text */
function announce(target, text) {
  if (target.textContent !== text) target.textContent = text;
}
