import { readFileSync } from 'node:fs';
import type { Configuration } from '../api/configuration.ts';
import type { FirstCredentials } from '../api/first-start/credentials-file.ts';
import { describeAlerts, describeEngine, describePipes, type EngineHealth } from '../runtime/engine.ts';

const SURFACE_LINES = {
  management: (url: string) => `  management API      ${url}/v1`,
  observability: (url: string) => `  observability API   ${url}/api/v2`,
};

/**
 * The greeting after a start: URLs, the credentials file, and a command to paste. The command reads the key from the
 * file, so no secret is printed.
 */
export function greeting(
  url: string,
  { credentialsFile, engine }: { readonly credentialsFile: string; readonly engine: EngineHealth },
  { surfaces }: Pick<Configuration, 'surfaces'>,
): string {
  return [
    `Penstock reference server. ${describePipes(engine)}`,
    describeAlerts(engine),
    '',
    ...surfaces.map((surface) => SURFACE_LINES[surface](url)),
    `  reference           ${url}/docs/`,
    `  credentials         ${credentialsFile}`,
    `  engine              ${describeEngine(engine)}`,
    '',
    ...firstCall(url, credentialsFile, surfaces),
    '',
  ].join('\n');
}

function firstCall(url: string, credentialsFile: string, surfaces: Configuration['surfaces']): string[] {
  const credentials = readCredentials(credentialsFile);
  if (credentials === undefined) {
    return [
      'This data folder has no credentials file. Create credentials: penstock keys create --help, penstock tokens create --help',
    ];
  }
  return [
    'Try it:',
    '',
    surfaces.includes('management')
      ? managementCall(url, credentialsFile, credentials)
      : observabilityCall(url, credentialsFile),
  ];
}

function managementCall(url: string, credentialsFile: string, { management }: FirstCredentials): string {
  const { organizationId, serviceId } = management;
  const key = fromFile(credentialsFile, 'm=c.management;m.keyId+":"+m.keySecret');
  return `  curl -u ${key} ${url}/v1/organizations/${organizationId}/services/${serviceId}/stack/dashboards`;
}

function observabilityCall(url: string, credentialsFile: string): string {
  const header = fromFile(credentialsFile, '"Authorization: Bearer "+c.observability.token');
  return `  curl -H ${header} ${url}/api/v2/dashboards`;
}

function fromFile(credentialsFile: string, expression: string): string {
  const script = `c=JSON.parse(fs.readFileSync(process.argv[1]));${expression}`;
  return `"$(node -p '${script}' ${shellQuoted(credentialsFile)})"`;
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
