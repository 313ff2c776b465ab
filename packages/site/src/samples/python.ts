import { type Call, filledPath, isOfService, ownParameters, ownPath, snakeCase, variableOf } from './call.ts';
import { layout, type Notation } from './layout.ts';
import { quotedText } from './quoted-text.ts';

const constants = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

const python: Notation = {
  scalar: (value) =>
    typeof value === 'string' ? quotedText(value, '"') : (constants.get(value) ?? JSON.stringify(value)),
  key: (name) => quotedText(name, '"'),
  trailingComma: ',',
  padding: '',
  indent: '    ',
};

/** Returns the call with Python's `requests`. */
export function pythonSample(call: Call): string {
  return `import os

import requests

${variables(call).join('\n')}

response = requests.${call.method.toLowerCase()}(
${requestArguments(call)
  .map((argument) => `    ${argument},\n`)
  .join('')})
response.raise_for_status()${result(call)}`;
}

function variables(call: Call): string[] {
  const ids = ownParameters(call).map((name) => variable(snakeCase(name), variableOf(name)));
  if (!isOfService(call)) return [variable('url', 'PENSTOCK_URL'), ...ids];
  return [
    variable('url', 'PENSTOCK_URL'),
    variable('organization_id', 'PENSTOCK_ORGANIZATION_ID'),
    variable('service_id', 'PENSTOCK_SERVICE_ID'),
    ...ids,
    'service = f"{url}/v1/organizations/{organization_id}/services/{service_id}"',
  ];
}

function variable(name: string, environment: string): string {
  return `${name} = os.environ["${environment}"]`;
}

function requestArguments(call: Call): string[] {
  const path = filledPath(ownPath(call), (name) => `{${snakeCase(name)}}`);
  const body = () =>
    `json=${layout(call.body, python, { indent: '    ', before: '    json='.length, after: 1 })}`;
  return [
    `f"{${isOfService(call) ? 'service' : 'url'}}${path}"`,
    ...credential(call),
    ...(call.body === undefined ? [] : [body()]),
    'timeout=30',
  ];
}

function credential(call: Call): string[] {
  return isOfService(call)
    ? ['auth=(os.environ["PENSTOCK_KEY_ID"], os.environ["PENSTOCK_KEY_SECRET"])']
    : [`headers={"Authorization": f"Bearer {os.environ['PENSTOCK_TOKEN']}"}`];
}

/** Prints the content of the envelope. Deletions return no content. */
function result(call: Call): string {
  if (call.method === 'DELETE') return '';
  return `\nprint(response.json()["${isOfService(call) ? 'result' : 'data'}"])`;
}
