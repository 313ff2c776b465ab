import type { Contract, Surface } from '../contract.ts';

/** What was passed in for one surface, before anything about it is believed. */
export interface SurfaceParts {
  readonly handlers: object;
  readonly security: object;
  readonly authorize?: unknown;
}

/**
 * For JavaScript users, whom no compiler stops: every operation and every security scheme has its function, and
 * nothing else is there.
 *
 * @throws Error with one sentence for each kind of mistake.
 */
export function rejectIncomplete(contract: Contract, surfaces: ReadonlyMap<Surface, SurfaceParts>): void {
  if (surfaces.size === 0) {
    throw new Error('The server cannot start: pass management, observability or both to createServer.');
  }
  const faults = [...surfaces].flatMap(([surface, { handlers, security, authorize }]) => [
    ...missingFunctions(`${surface}.handlers`, 'operation', handlers, operationsOf(contract, surface)),
    ...missingFunctions(`${surface}.security`, 'security scheme', security, schemesOf(contract, surface)),
    ...(authorize === undefined || typeof authorize === 'function'
      ? []
      : [`${surface}.authorize has to be a function`]),
  ]);
  if (faults.length > 0) throw new Error(`The server cannot start: ${faults.join('; ')}.`);
}

function missingFunctions(place: string, kind: string, given: unknown, wanted: readonly string[]): string[] {
  if (typeof given !== 'object' || given === null)
    return [`${place} has to be an object with one function for each ${kind}`];
  const functions = given as Readonly<Record<string, unknown>>;
  const missing = wanted.filter((name) => typeof functions[name] !== 'function');
  const unknown = Object.keys(functions).filter((name) => !wanted.includes(name));
  return [
    ...(missing.length > 0 ? [`${place} lacks a function for ${missing.join(', ')}: add it`] : []),
    ...(unknown.length > 0
      ? [
          `${place} has ${unknown.join(', ')}, which is no ${kind} of this surface: remove it or mend its name`,
        ]
      : []),
  ];
}

function operationsOf(contract: Contract, surface: Surface): string[] {
  return contract.operations
    .filter((operation) => operation.surface === surface)
    .map((operation) => operation.operationId);
}

function schemesOf(contract: Contract, surface: Surface): string[] {
  return Object.entries(contract.securitySchemes)
    .filter(([, scheme]) => scheme.surface === surface)
    .map(([name]) => name);
}
