import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AlertProgress,
  afterFailure,
  type Evaluation,
  evaluate,
  NOT_EVALUATED,
  type ObservedWindow,
} from '../../src/alerts/evaluate.ts';
import type { AlertRules, Evaluated, Observed } from '../../src/alerts/group-state.ts';

const MINUTE = 60_000;
const KEYS = ['cart', 'checkout', 'payment'];

/** What happens to an alert between two evaluations, and in one. */
type Step =
  | { readonly kind: 'windows'; readonly values: readonly (readonly Observed[])[] }
  | { readonly kind: 'gap'; readonly windows: number }
  | { readonly kind: 'failure' | 'crash' }
  | { readonly kind: 'edit'; readonly rules: Partial<AlertRules> }
  | { readonly kind: 'subject'; readonly subject: string };

const numbers = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -3, max: 10 }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

/** The groups with rows in a window; an alert without groups has one without a key. */
const observations = (grouped: boolean): fc.Arbitrary<readonly Observed[]> =>
  fc
    .uniqueArray(fc.constantFrom(...(grouped ? KEYS : [undefined])), { maxLength: 3 })
    .chain((keys) =>
      fc.tuple(...keys.map((key) => numbers.map((value) => ({ ...(key && { key }), value, empty: false })))),
    );

const edits: fc.Arbitrary<Partial<AlertRules>> = fc.oneof(
  fc.record({ silenced: fc.boolean() }),
  fc.record({ threshold: fc.integer({ min: -1, max: 8 }) }),
  fc.record({ thresholdType: fc.constantFrom('above' as const, 'below' as const) }),
  fc.record({ consecutiveWindows: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ reminderMs: fc.constantFrom(undefined, MINUTE, 3 * MINUTE) }),
);

const steps = (grouped: boolean): fc.Arbitrary<readonly Step[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 10,
        arbitrary: fc.record({
          kind: fc.constant('windows' as const),
          values: fc.array(observations(grouped), { minLength: 1, maxLength: 4 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('gap' as const), windows: fc.integer({ min: 1, max: 9 }) }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('failure' as const, 'crash' as const) }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), rules: edits }) },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('subject' as const), subject: fc.constantFrom('a', 'b') }),
      },
    ),
    { maxLength: 40 },
  );

const RULES: AlertRules = {
  ...{ threshold: 5, thresholdType: 'above', consecutiveWindows: 1, silenced: false, grouped: false },
  reminderMs: undefined,
};

/** An evaluation with what was valid then. */
interface Run extends Evaluation {
  readonly rules: AlertRules;
  readonly before: AlertProgress;
  readonly windows: readonly ObservedWindow[];
}

/** Runs the steps. A crash discards the evaluation of the step before, and its windows are evaluated with the next ones. */
function runsOf(grouped: boolean, history: readonly Step[]): Run[] {
  const runs: Run[] = [];
  let rules: AlertRules = { ...RULES, grouped };
  let subject = 'a';
  let progress = NOT_EVALUATED;
  let at = 0;
  let missed: readonly ObservedWindow[] = [];
  history.forEach((step, index) => {
    if (step.kind === 'edit') rules = { ...rules, ...step.rules };
    else if (step.kind === 'subject') subject = step.subject;
    else if (step.kind === 'gap') {
      at += step.windows;
      missed = [];
    } else if (step.kind === 'windows') {
      const windows = [...missed, ...step.values.map((values, more) => windowOf(at + more, values))];
      at += step.values.length;
      missed = [];
      const next = history[index + 1]?.kind;
      if (next === 'crash') missed = windows;
      else if (next === 'failure') {
        missed = windows;
        progress = afterFailure(progress, windows).progress;
      } else {
        const result = evaluate(rules, { intervalMs: MINUTE, subject }, progress, windows);
        runs.push({ ...result, rules, before: progress, windows });
        progress = result.progress;
      }
    }
  });
  return runs;
}

function windowOf(index: number, values: readonly Observed[]): ObservedWindow {
  return { start: index * MINUTE, end: (index + 1) * MINUTE, values };
}

/** The entries of each group in their order, with the rules of their evaluation. */
function byGroup(runs: readonly Run[]) {
  const groups = new Map<string | undefined, (Evaluated & { readonly rules: AlertRules })[]>();
  for (const { rules, entries } of runs)
    for (const entry of entries) {
      const known = groups.get(entry.key) ?? [];
      groups.set(entry.key, [...known, { ...entry, rules }]);
    }
  return [...groups.values()];
}

function always(check: (runs: readonly Run[]) => void) {
  fc.assert(
    fc.property(
      fc.boolean().chain((grouped) => fc.tuple(fc.constant(grouped), steps(grouped))),
      ([grouped, history]) => check(runsOf(grouped, history)),
    ),
    { numRuns: 400 },
  );
}

test('a window and group is evaluated once', () => {
  always((runs) => {
    const keys = runs.flatMap(({ entries }) => entries.map(({ key, start }) => `${key} ${start}`));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

test('every evaluated window has an entry', () => {
  always((runs) => {
    for (const { entries, windows } of runs)
      expect(new Set(entries.map(({ start }) => start))).toEqual(new Set(windows.map(({ start }) => start)));
  });
});

test('firing and resolved alternate for each group, reminders come between them', () => {
  always((runs) => {
    for (const entries of byGroup(runs)) {
      let announced = false;
      for (const { notification, rules, state } of entries) {
        if (notification !== undefined) expect(announced).toBe(notification !== 'alert.firing');
        if (notification === 'alert.firing') announced = true;
        if (notification === 'alert.resolved') announced = false;
        // A silence dropped it.
        if (rules.silenced && state !== 'firing') announced = false;
      }
    }
  });
});

test('there is no notification without a change, a reminder that is due, or the end of a silence', () => {
  always((runs) => {
    for (const entries of byGroup(runs)) {
      let state = 'inactive';
      let notifiedAt = 0;
      let silenced = false;
      for (const entry of entries) {
        const { notification, rules, end } = entry;
        const isChange = (state === 'firing') !== (entry.state === 'firing');
        if (notification !== undefined && !isChange && !silenced) {
          expect(notification).toBe('alert.reminder');
          expect(end - notifiedAt).toBeGreaterThanOrEqual(rules.reminderMs ?? Number.POSITIVE_INFINITY);
        }
        expect(rules.silenced && notification !== undefined).toBe(false);
        if (notification !== undefined) notifiedAt = end;
        if (entry.value !== undefined) ({ silenced } = rules);
        ({ state } = entry);
      }
    }
  });
});

test('no change is lost', () => {
  always((runs) => {
    for (const entries of byGroup(runs)) {
      let announced = false;
      for (const { notification, rules, state, value } of entries) {
        if (notification === 'alert.firing') announced = true;
        if (notification === 'alert.resolved') announced = false;
        if (rules.silenced && state !== 'firing') announced = false;
        // The channel knows the state after each value.
        if (!rules.silenced && value !== undefined) expect(announced).toBe(state === 'firing');
      }
    }
  });
});

test('windows that are caught up lead to the same states and changes as one after the other', () => {
  always((runs) => {
    for (const { rules, before, windows, entries, progress } of runs) {
      const subject = { intervalMs: MINUTE, subject: progress.subject ?? '' };
      let known = before;
      const single = windows.flatMap((window) => {
        const result = evaluate(rules, subject, known, [window]);
        known = result.progress;
        return result.entries;
      });
      const changes = (all: readonly Evaluated[]) =>
        all.map(({ notification, ...entry }) => ({
          ...entry,
          ...(notification !== 'alert.reminder' && { notification }),
        }));
      expect(changes(entries)).toEqual(changes(single));
    }
  });
});
