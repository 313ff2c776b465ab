import type { DocumentedOperation, SurfaceFacts } from './surface-facts.ts';

/** Where the reference server and its curl lines are, unless its settings say otherwise. */
const referenceServer = 'http://127.0.0.1:8080';

/** The shell variables that a person sets from the credentials the reference server made. */
const shellVariables: Readonly<Record<string, string>> = {
  organizationId: 'ORGANIZATION_ID',
  serviceId: 'SERVICE_ID',
};

const credentials = {
  basic: '-u "$KEY_ID:$KEY_SECRET"',
  bearer: '-H "Authorization: Bearer $TOKEN"',
};

export interface FirstCall {
  readonly operation: DocumentedOperation;
  readonly curl: string;
}

/** The simplest call of a surface that works with nothing but credentials. */
export function firstCall({ operations, authentication }: SurfaceFacts): FirstCall {
  const ready = operations.filter(({ path }) => unknownParameters(path).length === 0);
  const reads = ready.find(({ method }) => method === 'GET');
  const operation = reads ?? ready.find(({ requestExample }) => requestExample !== undefined);
  if (!operation) throw new TypeError('No operation can be called with nothing but credentials.');
  return { operation, curl: curlLine(operation, credentials[authentication.scheme]) };
}

function unknownParameters(path: string): string[] {
  return parameterNames(path).filter((name) => !Object.hasOwn(shellVariables, name));
}

function parameterNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function curlLine({ path, requestExample }: DocumentedOperation, credential: string): string {
  const url = referenceServer + path.replace(/\{(\w+)\}/g, (_, name) => `$${shellVariables[name]}`);
  // curl sends a POST by itself when it is given a body.
  const body =
    requestExample === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${singleQuoted(requestExample)}`];
  return [`curl ${credential}`, ...body, `"${url}"`].join(' \\\n  ');
}

function singleQuoted(value: unknown): string {
  return `'${JSON.stringify(value, null, 2).replaceAll("'", String.raw`'\''`)}'`;
}
