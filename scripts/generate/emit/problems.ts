import type { Catalogue, Problem } from '../read/problems.ts';
import { HEADER, literal } from './typescript-source.ts';

/** The catalogue as a file of the contract package, so that the site, the mock and the server agree. */
export function generateProblems(catalogue: Catalogue): string {
  const sorted = [...catalogue.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
  return `${HEADER}import type { ProblemKind } from '../problem-kind.ts';

/** Every kind of problem by its code. */
export const problems = {
${sorted.map(entry).join('')}} as const satisfies Record<string, ProblemKind>;
`;
}

function entry({ code, status, title }: Problem): string {
  return `  ${code}: { status: ${status}, title: ${literal(title)} },\n`;
}
