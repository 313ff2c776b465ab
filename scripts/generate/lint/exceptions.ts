import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, type NormalizedProblem, Source } from '@redocly/openapi-core';
import {
  addressOf,
  EXCEPTIONS,
  type Exception,
  exceptionsIn,
  excuses,
  isException,
} from '../../../openapi/lint/exceptions.ts';
import { rules } from '../../../openapi/lint/rules.ts';
import { type Diagnostic, firstLocation, lineAndColumn } from '../diagnostics/diagnostics.ts';

/** The exceptions of openapi/lint/exceptions.yaml, and which of them have matched a violation. */
export class Exceptions {
  readonly #workspace: string;
  readonly #entries: unknown[];
  readonly #seen = new Set<unknown>();

  constructor(config: Config, workspace: string) {
    this.#workspace = workspace;
    this.#entries = exceptionsIn(config);
  }

  /** Whether a problem is excused, at its location in the sources. */
  excuse(problem: NormalizedProblem, location = firstLocation(problem)): boolean {
    const at = addressOf(this.#workspace, location.source.absoluteRef, location.pointer ?? '');
    const found = this.#entries
      .filter(isException)
      .find((entry) => excuses(entry, { rule: problem.ruleId, at }));
    if (found) this.#seen.add(found);
    return found !== undefined;
  }

  /** Entries that nothing can match. */
  malformed(): Diagnostic[] {
    return this.#diagnostics((entry, index) => {
      if (!isException(entry)) {
        return [
          'An exception has a rule, a location and a reason.',
          'Write `rule`, `at` and `reason`, each a text.',
        ];
      }
      if (!rules.some(({ id }) => entry.rule === `penstock/${id}`)) {
        return [
          `${entry.rule} is not a rule of the style guide.`,
          'Write `penstock/` and an id of guidelines/style.md.',
        ];
      }
      const isRepeated = this.#entries
        .slice(0, index)
        .some((other) => isException(other) && excuses(other, entry));
      return isRepeated ? ['This exception is listed twice.', 'Remove one of the two.'] : undefined;
    });
  }

  /** Entries that nothing has matched, once all of the contract was linted. */
  stale(): Diagnostic[] {
    return this.#diagnostics((entry) => {
      if (this.#seen.has(entry)) return undefined;
      const { rule, at } = entry as Exception;
      return [
        `Nothing at ${at} violates ${rule} any more.`,
        'Remove the exception, or correct its location.',
      ];
    });
  }

  #diagnostics(judge: (entry: unknown, index: number) => [message: string, advice: string] | undefined) {
    return this.#entries.flatMap((entry, index): Diagnostic[] => {
      const found = judge(entry, index);
      if (!found) return [];
      const [message, advice] = found;
      return [{ ...this.#locationOf(index), rule: EXCEPTIONS, message, advice }];
    });
  }

  #locationOf(index: number) {
    const file = join(this.#workspace, 'openapi/lint/exceptions.yaml');
    return lineAndColumn({ source: new Source(file, readFileSync(file, 'utf8')), pointer: `#/${index}` });
  }
}
