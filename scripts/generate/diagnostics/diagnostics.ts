import { isAbsolute, relative, sep } from 'node:path';
import { getLineColLocation, type LocationObject, type NormalizedProblem } from '@redocly/openapi-core';
import { adviceFor } from './advice.ts';

/** An error in the contract, with its location and how to fix it. */
export interface Diagnostic {
  file: string;
  line: number;
  column: number;
  rule: string;
  message: string;
  advice: string;
}

/** The contract has errors. They are reported without a stack trace. */
export class ContractError extends Error {
  readonly diagnostics: Diagnostic[];

  constructor(diagnostics: Diagnostic[]) {
    super(
      diagnostics.length === 1
        ? '1 problem in the contract'
        : `${diagnostics.length} problems in the contract`,
    );
    this.name = 'ContractError';
    this.diagnostics = diagnostics;
  }
}

/** A Redocly location as file, line and column. */
export function lineAndColumn(location: LocationObject): Pick<Diagnostic, 'file' | 'line' | 'column'> {
  const { source, start } = getLineColLocation(location);
  return { file: source.absoluteRef, line: start.line, column: start.col };
}

/** A Redocly problem as a diagnostic at `location`, which is the location of the problem by default. */
export function fromProblem(problem: NormalizedProblem, location = firstLocation(problem)): Diagnostic {
  return {
    ...lineAndColumn(location),
    rule: problem.ruleId,
    message: problem.message.trim(),
    advice: adviceOf(problem),
  };
}

/** The first location of a Redocly problem. */
export function firstLocation(problem: NormalizedProblem): LocationObject {
  const [location] = problem.location;
  if (!location)
    throw new Error(`${problem.ruleId} reported a problem without a location: ${problem.message}`);
  return location;
}

/** Several rules and both documents find the same error: each location and message once. */
export function unique(diagnostics: Diagnostic[]): Diagnostic[] {
  const seen = new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic]));
  return [...seen.values()];
}

/** `file:line:col  rule  message`, then the advice on a line of its own. */
export function formatDiagnostic(diagnostic: Diagnostic, workspace: string): string {
  const { line, column, rule, advice } = diagnostic;
  const file = displayPath(diagnostic.file, workspace);
  // Redocly writes absolute paths into its messages; a reader knows the folder.
  const message = diagnostic.message.replaceAll(`${workspace}${sep}`, '');
  return `${file}:${line}:${column}  ${rule}  ${message}\n    ${advice}`;
}

function displayPath(file: string, workspace: string): string {
  const path = relative(workspace, file).replaceAll(sep, '/');
  return path.startsWith('..') || isAbsolute(path) ? file : path;
}

function adviceOf({ message, ruleId, reference, suggest }: NormalizedProblem): string {
  if (suggest.length > 0) return `Did you mean ${suggest.join(', ')}?`;
  if (message.startsWith('Failed to parse')) return 'Correct the YAML.';
  if (message.startsWith('Two schemas are referenced with the same name')) {
    return adviceFor('component-name-unique', reference);
  }
  // The messages of our rules contain the fix; the reference is a paragraph of the style.
  if (ruleId.startsWith('penstock/') && reference !== undefined) return `See ${reference}`;
  return adviceFor(ruleId, reference);
}
