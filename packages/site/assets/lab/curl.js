// A request as a curl command. Credentials and secrets are variables of the shell.
import { hiddenSecrets } from './body-secrets.js';

/**
 * Returns the request as a command.
 *
 * @param {import('./request.js').LabRequest} request
 * @param {Pick<import('./site-data.js').Form, 'surface' | 'secrets'>} form
 */
export function curlCommand({ method, url, headers, body }, { surface, secrets = [] }) {
  return [
    `curl ${shellQuoted(url)}`,
    ...methodOption(method, body !== undefined),
    credentialOption(surface),
    ...headers.map(([name, value]) => `--header ${shellQuoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [bodyOption(body, secrets)]),
  ].join(' \\\n  ');
}

/**
 * curl sends a GET by default, and a POST for a request with a body.
 *
 * @param {string} method
 * @param {boolean} hasBody
 * @returns {string[]}
 */
export function methodOption(method, hasBody) {
  return method === (hasBody ? 'POST' : 'GET') ? [] : [`--request ${method}`];
}

/** @param {'management' | 'observability'} surface */
export function credentialOption(surface) {
  return surface === 'management'
    ? '--user "$PENSTOCK_KEY_ID:$PENSTOCK_KEY_SECRET"'
    : '--header "Authorization: Bearer $PENSTOCK_TOKEN"';
}

/** Quotes text for a shell. Only the single quote is special: it is written as `'\\''`. @param {string} text */
export function shellQuoted(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * Unlike `--data`, `--data-raw` does not read a file if the text starts with @.
 *
 * @param {string} body
 * @param {readonly string[]} secrets
 */
function bodyOption(body, secrets) {
  const { text, variables } = hiddenSecrets(body, secrets);
  let option = `--data-raw ${shellQuoted(text)}`;
  // Leaves the single quotes for the variable.
  for (const [placeholder, name] of variables) option = option.replaceAll(placeholder, `'"$${name}"'`);
  return option;
}
