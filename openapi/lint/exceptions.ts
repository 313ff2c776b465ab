import { relative, sep } from 'node:path';

/** The name under which redocly.yaml hands the list of exceptions to the rules. */
export const EXCEPTIONS = 'penstock/exceptions';

/** A violation of a rule that is accepted for a reason. */
export interface Exception {
  rule: string;
  /** File and JSON pointer, such as `openapi/paths/pipe.yaml#/get/description`. */
  at: string;
  reason: string;
}

/** Returns the entries of exceptions.yaml from the configuration, without checking their form. */
export function exceptionsIn(config: Configuration): unknown[] {
  const { entries } = config.getRuleSettings(EXCEPTIONS, 'oas3_1') as { entries?: unknown };
  return Array.isArray(entries) ? entries : [];
}

/** Whether an entry has all required properties. */
export function isException(entry: unknown): entry is Exception {
  const { rule, at, reason } = (entry ?? {}) as Record<string, unknown>;
  return [rule, at, reason].every((text) => typeof text === 'string' && text.trim() !== '');
}

/** Whether an exception applies to this rule at this location. */
export function excuses({ rule, at }: Exception, reported: { rule: string; at: string }): boolean {
  return rule === reported.rule && at === reported.at;
}

/** Returns a location in the format of exceptions.yaml. */
export function addressOf(workspace: string, file: string, pointer: string): string {
  return `${relative(workspace, file).replaceAll(sep, '/')}${pointer}`;
}

interface Configuration {
  getRuleSettings(rule: string, version: 'oas3_1'): object;
}
