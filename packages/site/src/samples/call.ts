import type { DocumentedOperation } from '../contract/operation-facts.ts';

/** A call of an operation, independent of the language. */
export interface Call extends Pick<DocumentedOperation, 'operationId' | 'method' | 'path' | 'tag'> {
  /** The request body; undefined without one. */
  readonly body: unknown;
}

const service = '/v1/organizations/{organizationId}/services/{serviceId}';

/** Returns true for calls of a service (management), and false for calls of a team (observability). */
export function isOfService({ path }: Call): boolean {
  return path.startsWith(service);
}

/** Returns the path below the service; the complete path of a call without a service. */
export function ownPath(call: Call): string {
  return isOfService(call) ? call.path.slice(service.length) : call.path;
}

/** Returns the path parameters below the service, such as `pipeId`. */
export function ownParameters(call: Call): string[] {
  return [...ownPath(call).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Replaces the parameters of a path template. */
export function filledPath(path: string, fill: (name: string) => string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => fill(name));
}

/** Returns the environment variables of a URL: that of the host, and those of the path parameters in their order. */
export function urlVariables({ path }: Call): string[] {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return ['PENSTOCK_URL', ...parameters.map(environmentVariable)];
}

function environmentVariable(parameter: string): string {
  return ofTenant.has(parameter) ? `PENSTOCK_${variableOf(parameter)}` : variableOf(parameter);
}

/** The path parameters that come with the credentials. */
const ofTenant = new Set(['organizationId', 'serviceId']);

/** Returns the environment variable of a parameter: `PIPE_ID` for `pipeId`. */
export function variableOf(parameter: string): string {
  return snakeCase(parameter).toUpperCase();
}

/** Returns `pipe_id` for `pipeId`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
