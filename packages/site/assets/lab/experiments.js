// Buttons for a request with an outdated entity tag, and for one that is repeated.
import { button } from './element.js';
import { lastEntityTags } from './parameter-fields.js';
import { randomId } from './random-id.js';
import { needsValidForm } from './valid-form.js';

/** Stands for an outdated entity tag as long as none is known. */
const OUTDATED = '"outdated"';

/**
 * @param {object} parts
 * @param {import('./site-data.js').Form} parts.form
 * @param {import('./session.js').Session} parts.session
 * @param {() => import('./request.js').Values} parts.values
 * @param {(requests: readonly import('./request.js').Values[]) => void} parts.perform
 */
export function experimentsOf({ form, session, values, perform }) {
  const outdated = (/** @type {import('./request.js').Values} */ current) =>
    withHeader(current, 'If-Match', lastEntityTags(form, session, current.parameters)[1] ?? OUTDATED);
  const buttons = [];
  if (has(form, 'If-Match'))
    buttons.push(
      needsValidForm(
        button('Send with an outdated ETag', () => perform([outdated(values())]), {
          title: 'The server compares If-Match with the ETag, changes nothing and responds with 412.',
        }),
      ),
    );
  if (has(form, 'Idempotency-Key'))
    buttons.push(
      needsValidForm(
        button('Send twice with one key', () => perform(twiceWithOneKey(values())), {
          title: 'The second response repeats the first one; nothing is created again.',
        }),
      ),
    );
  return buttons;
}

/** Returns two requests with the same key. @param {import('./request.js').Values} values */
export function twiceWithOneKey(values) {
  const keyed = withHeader(values, 'Idempotency-Key', values.parameters['Idempotency-Key'] || randomId());
  return [keyed, keyed];
}

/**
 * @param {import('./request.js').Values} values
 * @param {string} name
 * @param {string} value
 * @returns {import('./request.js').Values}
 */
function withHeader(values, name, value) {
  return { ...values, parameters: { ...values.parameters, [name]: value } };
}

/**
 * @param {import('./site-data.js').Form} form
 * @param {string} header
 */
function has({ parameters }, header) {
  return parameters.some(({ name }) => name === header);
}
