import type { DocumentedOperation } from '../contract/documented-operations.ts';

/** One call of an operation, before any language has words for it. */
export interface Call extends Pick<DocumentedOperation, 'operationId' | 'method' | 'path' | 'tag'> {
  /** The request body; undefined if there is none. */
  readonly body: unknown;
}

const service = '/v1/organizations/{organizationId}/services/{serviceId}';

/** Whether the call belongs to a service, on the management surface, or to the team of a token. */
export function isOfService({ path }: Call): boolean {
  return path.startsWith(service);
}

/** The path below the service, or the whole path where there is no service. */
export function ownPath(call: Call): string {
  return isOfService(call) ? call.path.slice(service.length) : call.path;
}

/** The path parameters that the call itself takes, such as `pipeId`. */
export function ownParameters(call: Call): string[] {
  return [...ownPath(call).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** A path template with something else in the places of its parameters. */
export function filledPath(path: string, fill: (name: string) => string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => fill(name));
}

/** `PIPE_ID`, where a sample finds the parameter `pipeId` in its environment. */
export function variableOf(parameter: string): string {
  return snakeCase(parameter).toUpperCase();
}

/** `pipe_id` of `pipeId`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
