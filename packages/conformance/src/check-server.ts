import type { Surface } from '@penstock/contract';
import { allChecks } from './all-checks.ts';
import type { Coverage } from './coverage/coverage.ts';
import type { CheckResult } from './run/check-result.ts';
import { cleanUp } from './run/clean-up.ts';
import { runChecks } from './run/run-checks.ts';
import { RunContext } from './run/run-context.ts';
import { type Selection, select, selectedOperations } from './selection.ts';
import type { Callers } from './target/callers.ts';
import { checkConnection, InconclusiveError, listOperations } from './target/connection-check.ts';
import { Target } from './target/target.ts';

export interface ServerCheckOptions {
  /** The URL of the server, without the paths of the contract. */
  readonly baseUrl: string;
  readonly callers: Callers;
  readonly selection: Selection;
  /** Ends the run. What the run created is deleted all the same. */
  readonly stop?: AbortSignal;
  /** The timeout of one response, in milliseconds; 10 seconds by default. */
  readonly timeoutMs?: number;
  /** The timeout of asynchronous changes, such as a pipe that starts, in milliseconds; 60 seconds by default. */
  readonly waitMs?: number;
  /** Called once, with the number of checks. */
  readonly onBegin?: (checks: number) => void;
  readonly onResult?: (result: CheckResult) => void;
}

/** The result of a run. */
export interface ServerCheckResult {
  readonly baseUrl: string;
  readonly surfaces: readonly Surface[];
  readonly results: readonly CheckResult[];
  readonly coverage: Coverage;
  /** The resources that the run created and could not delete, by name. */
  readonly leftBehind: readonly string[];
  /** The reason that some checks were not run, as a sentence. */
  readonly endedEarly?: string;
  readonly milliseconds: number;
}

const TIMEOUT_MS = 10_000;
const RESPONSE_BYTES = 8 * 2 ** 20;
const WAIT_MS = 60_000;

/**
 * Checks a server against the contract, then deletes everything that the run created.
 * @throws InconclusiveError if there is no server to check.
 */
export async function checkServer(options: ServerCheckOptions): Promise<ServerCheckResult> {
  const begun = performance.now();
  const { callers, selection, stop = new AbortController().signal } = options;
  const target = new Target(options.baseUrl, {
    responseMs: options.timeoutMs ?? TIMEOUT_MS,
    responseBytes: RESPONSE_BYTES,
  });
  const context = new RunContext({
    target,
    callers,
    stop,
    readOnly: selection.readOnly,
    without: new Set(selection.without),
    waitMs: options.waitMs ?? WAIT_MS,
  });
  for (const surface of selection.surfaces)
    await checkConnection(surface, listOperations(surface, selection.operations), context);
  const selected = select(allChecks(selectedOperations(selection)), selection, callers);
  if (selected.length === 0)
    throw new InconclusiveError(
      'The selection contains no check. Select more surfaces, operations or capabilities.',
    );
  options.onBegin?.(selected.length);

  const skipped = selected.flatMap(({ check: { run: _run, ...check }, missing }): CheckResult[] =>
    missing === undefined
      ? []
      : [{ check, outcome: 'skipped', violations: [], reason: missing, milliseconds: 0 }],
  );
  for (const result of skipped) options.onResult?.(result);
  const possible = selected.flatMap(({ check, missing }) => (missing === undefined ? [check] : []));
  try {
    const { results, endedEarly } = await runChecks(possible, context, options.onResult);
    return {
      baseUrl: options.baseUrl,
      surfaces: selection.surfaces,
      results: [...results, ...skipped],
      coverage: context.coverage,
      leftBehind: await cleanUp(context),
      ...(endedEarly === undefined ? {} : { endedEarly }),
      milliseconds: performance.now() - begun,
    };
  } catch (error) {
    await cleanUp(context);
    throw error;
  }
}
