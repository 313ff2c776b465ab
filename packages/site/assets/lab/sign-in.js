// Signs in to the surfaces. The credentials stay in the session, and the fields are emptied.
import { button, element, uniqueId } from './element.js';

/** @typedef {'management' | 'observability'} Surface */

/** @type {Readonly<Record<Surface, { title: string, fields: readonly { name: string, label: string, secret?: boolean, parameter?: string }[] }>>} */
const SURFACES = {
  management: {
    title: 'Management API (Basic)',
    fields: [
      { name: 'keyId', label: 'Key ID' },
      { name: 'keySecret', label: 'Key secret', secret: true },
      { name: 'organizationId', label: 'Organization ID', parameter: 'organizationId' },
      { name: 'serviceId', label: 'Service ID', parameter: 'serviceId' },
    ],
  },
  observability: {
    title: 'Observability API (Bearer)',
    fields: [{ name: 'token', label: 'Token', secret: true }],
  },
};

/**
 * @param {import('./session.js').Session} session
 * @param {readonly Surface[]} surfaces
 */
export function signInPanel(session, surfaces) {
  const status = element('p', { class: 'lab-note', role: 'status' });
  const inputs = new Map(
    surfaces.flatMap((surface) =>
      SURFACES[surface].fields.map((field) => [`${surface}.${field.name}`, inputOf(field)]),
    ),
  );
  const signOut = button('Sign out', () => session.forget(), { class: 'button quiet' });
  const form = element(
    'form',
    {
      autocomplete: 'off',
      submit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        accept(valuesOf(inputs));
      },
      paste: (/** @type {ClipboardEvent} */ event) => {
        const pasted = credentialsFile(event.clipboardData?.getData('text') ?? '');
        if (pasted === undefined) return;
        event.preventDefault();
        accept(pasted);
      },
    },
    ...surfaces.map((surface) => fieldSet(surface, inputs)),
    element(
      'p',
      { class: 'lab-note' },
      'On the reference server, paste the content of ',
      element('code', {}, '.penstock/credentials.json'),
      ' into any of these fields to fill in all of them.',
    ),
    element(
      'div',
      { class: 'lab-buttons' },
      element('button', { class: 'button primary' }, 'Sign in'),
      signOut,
    ),
  );
  const summary = element('summary');
  const panel = element('details', { class: 'lab-sign-in' }, summary, form, status);

  /** @param {Readonly<Record<string, string>>} values by surface and field, such as `management.keyId` */
  const accept = (values) => {
    const missing = signIn(session, values);
    status.textContent = missing;
    if (missing !== '') return;
    for (const input of inputs.values()) input.value = '';
    panel.open = false;
    summary.focus();
  };
  const update = () => {
    const signedIn = surfaces.filter((surface) => session.memory[surface]);
    summary.textContent = sentence(session, signedIn, surfaces);
    signOut.hidden = signedIn.length === 0;
  };
  session.onChange(update);
  update();
  panel.open = surfaces.every((surface) => session.memory[surface] === undefined);
  return panel;
}

/**
 * @param {import('./session.js').Session} session
 * @param {readonly Surface[]} signedIn
 * @param {readonly Surface[]} surfaces
 */
function sentence({ memory, outlivesPages }, signedIn, surfaces) {
  if (signedIn.length === 0) return 'Sign in';
  const key = signedIn.includes('management') ? ` with key ${memory.management?.keyId}` : '';
  const missing = surfaces.filter((surface) => !signedIn.includes(surface));
  const until = outlivesPages ? 'until you close this tab' : 'until you leave this page';
  return `Signed in${key}, ${until}${missing.length === 0 ? '' : `; not to the ${missing[0]} API`}`;
}

/**
 * Remembers credentials and ids. Returns what is missing, or an empty text.
 *
 * @param {import('./session.js').Session} session
 * @param {Readonly<Record<string, string>>} values
 */
function signIn(session, values) {
  const { 'management.keyId': keyId = '', 'management.keySecret': keySecret = '' } = values;
  const { 'observability.token': token = '' } = values;
  if ((keyId === '') !== (keySecret === '')) return 'Enter the key ID and the key secret.';
  if (keyId === '' && token === '') return 'management.keyId' in values ? 'Enter a key.' : 'Enter a token.';
  const ids = { ...session.memory.ids };
  for (const { parameter, name } of SURFACES.management.fields) {
    const id = values[`management.${name}`];
    if (parameter && id) ids[parameter] = [{ id }];
  }
  session.remember({
    ids,
    ...(keyId === '' ? {} : { management: { keyId, keySecret } }),
    ...(token === '' ? {} : { observability: { token } }),
  });
  return '';
}

/** @param {ReadonlyMap<string, HTMLInputElement>} inputs */
function valuesOf(inputs) {
  return Object.fromEntries([...inputs].map(([name, { value }]) => [name, value.trim()]));
}

/** Returns the values of the credentials file that the reference server writes on its first start. @param {string} text */
function credentialsFile(text) {
  if (!text.trim().startsWith('{')) return undefined;
  try {
    const surfaces = Object.entries(JSON.parse(text)).filter(([surface]) => surface in SURFACES);
    const values = surfaces.flatMap(([surface, fields]) =>
      Object.entries(/** @type {object} */ (fields)).map(([name, value]) => [
        `${surface}.${name}`,
        String(value),
      ]),
    );
    return values.length === 0 ? undefined : Object.fromEntries(values);
  } catch {
    return undefined;
  }
}

/** @param {{ secret?: boolean }} field */
function inputOf({ secret = false }) {
  return element('input', {
    id: uniqueId('credential'),
    type: secret ? 'password' : 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
  });
}

/**
 * @param {Surface} surface
 * @param {ReadonlyMap<string, HTMLInputElement>} inputs
 */
function fieldSet(surface, inputs) {
  const { title, fields } = SURFACES[surface];
  const rows = fields.flatMap(({ name, label }) => {
    const input = inputs.get(`${surface}.${name}`);
    return input
      ? [element('p', { class: 'lab-field' }, element('label', { for: input.id }, label), input)]
      : [];
  });
  return element(
    'fieldset',
    {},
    element('legend', {}, title),
    element('div', { class: 'lab-fields' }, ...rows),
  );
}
