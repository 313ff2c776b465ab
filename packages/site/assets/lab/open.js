// Opens the form of an operation on its page.
import { element } from './element.js';
import { pipePanel } from './pipe-panel.js';
import { serverChoice, serversOf } from './server-choice.js';
import { openSession } from './session.js';
import { signInPanel } from './sign-in.js';
import { loadForm, loadTerms } from './site-data.js';
import { tryIt } from './try-it.js';

/** @param {HTMLElement} mount the element that names the operation and the configured servers */
export async function openTryIt(mount) {
  const { try: operationId = '', servers = '' } = mount.dataset;
  const [session, form, terms] = await Promise.all([openSession(), loadForm(operationId), loadTerms()]);
  const choice = serverChoice(session, serversOf(location.origin, servers));
  const followed = element('div');
  const parts = { session, terms, server: choice.current };
  /** @type {ReturnType<typeof pipePanel> | undefined} */
  let panel;

  /** Displays the pipe of a successful request. @param {import('./send.js').Call} call */
  const follow = async ({ response }) => {
    const id = response?.json?.result?.id;
    if (!form.returnsPipe || response?.status !== 200 || typeof id !== 'string') return;
    panel ??= pipePanel(parts);
    const { element: content, follow: followPipe } = await panel;
    if (!content.isConnected) followed.append(element('h3', {}, 'The pipe'), content);
    await followPipe(id);
  };
  const content = element(
    'div',
    { class: 'lab' },
    signInPanel(session, [form.surface]),
    choice.element,
    tryIt({ ...parts, form, onCall: follow }),
    followed,
  );
  mount.replaceChildren(content);
  content.querySelector('summary')?.focus();
}
