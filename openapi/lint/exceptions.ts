import { relative } from 'node:path';

/** The name under which redocly.yaml hands the list of exceptions to the rules. */
export const EXCEPTIONS = 'penstock/exceptions';

/** A breach of a rule that is there for a reason. */
export interface Exception {
  rule: string;
  /** File and JSON pointer, such as `openapi/paths/pipe.yaml#/get/description`. */
  at: string;
  reason: string;
}

/** The entries of exceptions.yaml as a configuration holds them, whatever their form. */
export function exceptionsIn(config: Configuration): unknown[] {
  const { entries } = config.getRuleSettings(EXCEPTIONS, 'oas3_1') as { entries?: unknown };
  return Array.isArray(entries) ? entries : [];
}

/** Whether an entry says everything that it must. */
export function isException(entry: unknown): entry is Exception {
  const { rule, at, reason } = (entry ?? {}) as Record<string, unknown>;
  return [rule, at, reason].every((text) => typeof text === 'string' && text.trim() !== '');
}

/** Whether an exception is for this rule at this place, and for nothing beside it. */
export function excuses({ rule, at }: Exception, reported: { rule: string; at: string }): boolean {
  return rule === reported.rule && at === reported.at;
}

/** A place as exceptions.yaml writes it. */
export function addressOf(workspace: string, file: string, pointer: string): string {
  return `${relative(workspace, file)}${pointer}`;
}

interface Configuration {
  getRuleSettings(rule: string, version: 'oas3_1'): object;
}
