import { credentialOption, methodOption, shellQuoted } from '../../assets/lab/curl.js';
import { type Call, filledPath, isOfService, ownPath, variableOf } from './call.ts';
import { json } from './json.ts';
import { layout } from './layout.ts';

/** Returns the call as a curl command with shell variables. */
export function curlSample(call: Call): string {
  const options = [
    `curl "${url(call)}"`,
    ...methodOption(call.method, call.body !== undefined),
    credentialOption(isOfService(call) ? 'management' : 'observability'),
    ...body(call),
  ];
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

function body({ body: value }: Call): string[] {
  if (value === undefined) return [];
  const option = '--data ';
  const text = layout(value, json, { indent: '  ', before: `  ${option}'`.length, after: 1 });
  return ["--header 'Content-Type: application/json'", option + shellQuoted(text)];
}
