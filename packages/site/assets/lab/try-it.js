// The form of an operation: sends requests and displays the responses.
import { bodyEditor } from './body-editor.js';
import { callView, outcome } from './call-view.js';
import { copyButton } from './copy-button.js';
import { curlCommand } from './curl.js';
import { button, element } from './element.js';
import { experimentsOf } from './experiments.js';
import { liveRegion } from './live-region.js';
import { parameterFields } from './parameter-fields.js';
import { buildRequest } from './request.js';
import { send } from './send.js';
import { needsValidForm } from './valid-form.js';

/**
 * @param {object} parts
 * @param {import('./session.js').Session} parts.session
 * @param {import('./site-data.js').Form} parts.form
 * @param {import('./site-data.js').Terms} parts.terms
 * @param {() => string} parts.server
 * @param {(call: import('./send.js').Call) => void} [parts.onCall]
 */
export function tryIt({ session, form, terms, server, onCall = () => {} }) {
  const fields = parameterFields(form, session);
  const editor = form.examples && bodyEditor(form.examples);
  const status = liveRegion();
  const results = element('div', { class: 'lab-results' });
  /** @type {AbortController | undefined} */
  let sending;

  /** @returns {import('./request.js').Values} */
  const values = () => ({ parameters: fields.values(), ...(editor ? { body: editor.value() } : {}) });

  /** @param {readonly import('./request.js').Values[]} requests are sent one after the other */
  const perform = async (requests) => {
    sending?.abort();
    const current = new AbortController();
    sending = current;
    status.display('Waiting for the response.');
    cancel.hidden = false;
    try {
      const calls = [];
      for (const request of requests)
        calls.push(await send(session, form, request, { server: server(), signal: current.signal }));
      if (sending !== current) return;
      results.replaceChildren(...calls.map((call) => callView(call, terms)));
      status.announce(calls.map((call) => sentence(call, terms)).join('; '));
      for (const call of calls) onCall(call);
    } catch (error) {
      status.display(/** @type {Error} */ (error).message);
    } finally {
      if (sending === current) cancel.hidden = true;
    }
  };
  const cancel = button('Cancel', () => sending?.abort(), { class: 'button quiet', hidden: true });
  const experiments = experimentsOf({ form, session, values, perform });

  return element(
    'form',
    {
      class: 'lab-form',
      autocomplete: 'off',
      submit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        perform([values()]);
      },
    },
    fields.element,
    ...(editor ? [editor.element] : []),
    element(
      'div',
      { class: 'lab-buttons' },
      element('button', { class: 'button primary' }, `Send ${form.method}`),
      ...experiments,
      needsValidForm(
        copyButton('Copy as curl', () => curlCommand(buildRequest(form, values(), server()), form)),
      ),
      cancel,
    ),
    status.element,
    results,
  );
}

/**
 * @param {import('./send.js').Call} call
 * @param {import('./site-data.js').Terms} terms
 */
function sentence(call, terms) {
  const { response } = call;
  const detail =
    response && response.status >= 400 ? `: ${response.json?.detail ?? 'no problem is described'}` : '';
  return outcome(call, terms) + detail;
}
