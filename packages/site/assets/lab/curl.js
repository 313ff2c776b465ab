// A request as a curl command. The credential is an environment variable, with the name that the code samples use.

/** @type {Readonly<Record<import('./site-data.js').Form['surface'], string>>} */
const CREDENTIALS = {
  management: '--user "$PENSTOCK_KEY_ID:$PENSTOCK_KEY_SECRET"',
  observability: '--header "Authorization: Bearer $PENSTOCK_TOKEN"',
};

/**
 * @param {import('./request.js').LabRequest} request
 * @param {import('./site-data.js').Form['surface']} surface
 */
export function curlCommand({ method, url, headers, body }, surface) {
  const implied = body === undefined ? 'GET' : 'POST';
  return [
    `curl ${quoted(url)}`,
    ...(method === implied ? [] : [`--request ${method}`]),
    CREDENTIALS[surface],
    ...headers.map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    // Unlike --data, it keeps line breaks, and it reads no file if the text starts with @.
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ');
}

/** Quotes text for a shell, in which only the single quote is special. @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
