import { type Call, filledPath, isOfService, ownPath, variableOf } from './call.ts';
import { json } from './json.ts';
import { layout } from './layout.ts';

/** Returns the call as a curl command with shell variables. */
export function curlSample(call: Call): string {
  const options = [`curl "${url(call)}"`, ...method(call), credential(call), ...body(call)];
  return [...serviceVariable(call), options.join(' \\\n  ')].join('\n');
}

function serviceVariable(call: Call): string[] {
  if (!isOfService(call)) return [];
  return [
    'organization="$PENSTOCK_URL/v1/organizations/$PENSTOCK_ORGANIZATION_ID"',
    'service="$organization/services/$PENSTOCK_SERVICE_ID"',
    '',
  ];
}

function url(call: Call): string {
  const path = filledPath(ownPath(call), (name) => `$${variableOf(name)}`);
  return `${isOfService(call) ? '$service' : '$PENSTOCK_URL'}${path}`;
}

/** curl sends a GET by default, and a POST for a request with a body. */
function method(call: Call): string[] {
  const implied = call.body === undefined ? 'GET' : 'POST';
  return call.method === implied ? [] : [`--request ${call.method}`];
}

function credential(call: Call): string {
  return isOfService(call)
    ? '--user "$PENSTOCK_KEY_ID:$PENSTOCK_KEY_SECRET"'
    : '--header "Authorization: Bearer $PENSTOCK_TOKEN"';
}

function body({ body: value }: Call): string[] {
  if (value === undefined) return [];
  const option = '--data ';
  const text = layout(value, json, { indent: '  ', before: `  ${option}'`.length, after: 1 });
  return ["--header 'Content-Type: application/json'", option + singleQuoted(text)];
}

/** Quotes text for a shell. Only the single quote is special: it is written as `'\\''`. */
function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
