// The lab: sign-in, a pipe, and the form of every operation, on one page.
import { element } from './element.js';
import { pipePanel } from './pipe-panel.js';
import { serverChoice, serversOf } from './server-choice.js';
import { openSession } from './session.js';
import { signInPanel } from './sign-in.js';
import { loadForm, loadTerms } from './site-data.js';
import { tryIt } from './try-it.js';

const signInSection = sectionOf('lab-sign-in');
const pipeSection = sectionOf('lab-pipe');
const formSection = sectionOf('lab-form');

const [session, terms] = await Promise.all([openSession(), loadTerms()]);
const choice = serverChoice(session, serversOf(location.origin, signInSection.dataset.servers ?? ''));
const parts = { session, terms, server: choice.current };
signInSection.replaceChildren(choice.element, signInPanel(session, ['management', 'observability']));
pipeSection.replaceChildren((await pipePanel(parts)).element);

/** The forms that were opened. They keep the values that the visitor entered. @type {Map<string, Promise<HTMLElement>>} */
const forms = new Map();
addEventListener('hashchange', openForm);
await openForm();

/** Opens the form of the operation in the fragment of the address. */
async function openForm() {
  const operationId = location.hash.slice(1);
  if (!/^\w+$/.test(operationId) || !document.querySelector(`a[href="#${operationId}"]`)) return;
  const form = forms.get(operationId) ?? createForm(operationId);
  forms.set(operationId, form);
  formSection.replaceChildren(await form);
  formSection.scrollIntoView();
  formSection.focus({ preventScroll: true });
}

/** @param {string} operationId */
async function createForm(operationId) {
  const form = await loadForm(operationId);
  return element(
    'section',
    { 'aria-label': form.summary },
    element('h3', {}, form.summary),
    element('p', { class: 'lab-line' }, element('code', {}, element('b', {}, form.method), ` ${form.path}`)),
    tryIt({ ...parts, form }),
  );
}

/** @param {string} id */
function sectionOf(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
