import type { Contract, Surface } from '../contract.ts';

/** The unchecked options of one surface. */
export interface SurfaceParts {
  readonly handlers: object;
  readonly security: object;
  readonly authorize?: unknown;
}

/**
 * Checks that every operation and every security scheme has its function, and that there are no others. TypeScript
 * rejects this at compile time; this is for JavaScript users.
 *
 * @throws Error with one sentence for each missing or unknown part.
 */
export function rejectIncomplete(contract: Contract, surfaces: ReadonlyMap<Surface, SurfaceParts>): void {
  if (surfaces.size === 0) {
    throw new Error('The server cannot start: pass management, observability or both to createServer.');
  }
  const errors = [...surfaces].flatMap(([surface, { handlers, security, authorize }]) => [
    ...functionErrors(`${surface}.handlers`, 'operation', handlers, operationsOf(contract, surface)),
    ...functionErrors(`${surface}.security`, 'security scheme', security, schemesOf(contract, surface)),
    ...(authorize === undefined || typeof authorize === 'function'
      ? []
      : [`${surface}.authorize must be a function`]),
  ]);
  if (errors.length > 0) throw new Error(`The server cannot start: ${errors.join('; ')}.`);
}

function functionErrors(option: string, kind: string, given: unknown, wanted: readonly string[]): string[] {
  if (typeof given !== 'object' || given === null)
    return [`${option} must be an object with one function for each ${kind}`];
  const functions = given as Readonly<Record<string, unknown>>;
  const missing = wanted.filter((name) => typeof functions[name] !== 'function');
  const unknown = Object.keys(functions).filter((name) => !wanted.includes(name));
  return [
    ...(missing.length > 0 ? [`${option} lacks a function for ${missing.join(', ')}: add it`] : []),
    ...(unknown.length > 0
      ? [`${option} has ${unknown.join(', ')}, but the surface has no such ${kind}: remove or rename it`]
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
