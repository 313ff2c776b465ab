import type { Surface } from '@penstock/contract';
import { allChecks } from './all-checks.ts';
import type { Coverage } from './coverage/coverage.ts';
import { cleanUp } from './run/clean-up.ts';
import { runChecks } from './run/run.ts';
import type { Verdict } from './run/verdict.ts';
import { Workplace } from './run/workplace.ts';
import { type Selection, select, selectedOperations } from './selection.ts';
import type { Callers } from './target/callers.ts';
import { CannotTellError, listsOf, makeContact } from './target/first-contact.ts';
import { Target } from './target/target.ts';

export interface ServerCheckOptions {
  /** Where the server is, without a path of the contract. */
  readonly baseUrl: string;
  readonly callers: Callers;
  readonly selection: Selection;
  /** Ends the run; what it has made is deleted all the same. */
  readonly stop?: AbortSignal;
  /** For one answer, in milliseconds; 10 seconds if nothing is said. */
  readonly answerMs?: number;
  /** For what happens by itself, such as a pipe that starts, in milliseconds; 60 seconds if nothing is said. */
  readonly patienceMs?: number;
  /** How many checks there will be, said once. */
  readonly onBegin?: (checks: number) => void;
  readonly onVerdict?: (verdict: Verdict) => void;
}

/** What a run has found out. */
export interface ServerCheckResult {
  readonly baseUrl: string;
  readonly surfaces: readonly Surface[];
  readonly verdicts: readonly Verdict[];
  readonly coverage: Coverage;
  /** What the run made and could not delete, by name. */
  readonly leftBehind: readonly string[];
  /** Why not every check was run, as a sentence. */
  readonly endedEarly?: string;
  readonly milliseconds: number;
}

const ANSWER_MS = 10_000;
const ANSWER_BYTES = 8 * 2 ** 20;
const PATIENCE_MS = 60_000;

/**
 * Holds a server against the contract, and leaves nothing behind.
 * @throws CannotTellError if there is nobody who could be judged.
 */
export async function checkServer(options: ServerCheckOptions): Promise<ServerCheckResult> {
  const begun = performance.now();
  const { callers, selection, stop = new AbortController().signal } = options;
  const target = new Target(options.baseUrl, {
    answerMs: options.answerMs ?? ANSWER_MS,
    answerBytes: ANSWER_BYTES,
  });
  const workplace = new Workplace({
    target,
    callers,
    stop,
    readOnly: selection.readOnly,
    without: new Set(selection.without),
    patienceMs: options.patienceMs ?? PATIENCE_MS,
  });
  for (const surface of selection.surfaces)
    await makeContact(surface, listsOf(surface, selection.operations), workplace);
  const selected = select(allChecks(selectedOperations(selection)), selection, callers);
  if (selected.length === 0)
    throw new CannotTellError('No check is left. Ask for more surfaces, operations or capabilities.');
  options.onBegin?.(selected.length);

  const skipped = selected.flatMap(({ check: { run: _run, ...check }, missing }): Verdict[] =>
    missing === undefined
      ? []
      : [{ check, outcome: 'skipped', findings: [], reason: missing, milliseconds: 0 }],
  );
  for (const verdict of skipped) options.onVerdict?.(verdict);
  const possible = selected.flatMap(({ check, missing }) => (missing === undefined ? [check] : []));
  try {
    const { verdicts, endedEarly } = await runChecks(possible, workplace, options.onVerdict);
    return {
      baseUrl: options.baseUrl,
      surfaces: selection.surfaces,
      verdicts: [...verdicts, ...skipped],
      coverage: workplace.coverage,
      leftBehind: await cleanUp(workplace),
      ...(endedEarly === undefined ? {} : { endedEarly }),
      milliseconds: performance.now() - begun,
    };
  } catch (error) {
    await cleanUp(workplace);
    throw error;
  }
}
