import { readFileSync } from 'node:fs';
import type { FirstCredentials } from '../first-start/credentials-file.ts';

/**
 * What a person reads after a start: where to look, where the credentials are, and one line to paste. The line reads the
 * key from the file, so that no secret is printed.
 */
export function greeting(url: string, credentialsFile: string): string {
  return [
    'Penstock reference server. Pipes are simulated: they walk through their states and move no data.',
    'Alerts are stored and not evaluated.',
    '',
    `  management API      ${url}/v1`,
    `  observability API   ${url}/api/v2`,
    `  reference           ${url}/docs/`,
    `  credentials         ${credentialsFile}`,
    '',
    ...firstCall(url, credentialsFile),
    '',
  ].join('\n');
}

function firstCall(url: string, credentialsFile: string): string[] {
  const credentials = readCredentials(credentialsFile);
  if (credentials === undefined) {
    return [
      'The credentials file is gone. Put it back, or start with another PENSTOCK_DATA folder to get a new one.',
    ];
  }
  const { organizationId, serviceId } = credentials.management;
  const script = `m=JSON.parse(fs.readFileSync(process.argv[1])).management;m.keyId+":"+m.keySecret`;
  const key = `"$(node -p '${script}' ${shellQuoted(credentialsFile)})"`;
  return [
    'Try it:',
    '',
    `  curl -u ${key} ${url}/v1/organizations/${organizationId}/services/${serviceId}/stack/dashboards`,
  ];
}

function readCredentials(file: string): FirstCredentials | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function shellQuoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
