import type { AlertLifeCycle } from '../contract/alert-life-cycle.ts';
import type { Contract } from '../contract/contract.ts';
import { codeSpan, table } from '../markdown/prose.ts';

export function alertStates({ alertLifeCycle }: Contract): string {
  const rows = Object.entries(alertLifeCycle.states).map(([state, meaning]) => [codeSpan(state), meaning]);
  return table(['state', 'meaning'], rows);
}

/** A picture with a text alternative, and a table with the reason and the notification of each transition. */
export function alertTransitions({ alertLifeCycle }: Contract): string {
  const { outcomes, transitions } = alertLifeCycle;
  const rows = transitions.map(({ from, to, outcome, notifies }) => [
    codeSpan(from),
    codeSpan(to),
    outcomes[outcome]?.meaning ?? '',
    notifies === undefined ? '' : codeSpan(notifies),
  ]);
  return [
    `![${alertLifeCycleInWords(alertLifeCycle)}](site:guides/alert-life-cycle.svg)`,
    table(['from', 'to', 'when', 'notification'], rows),
  ].join('\n\n');
}

export function alertLifeCycleInWords({ outcomes, transitions }: AlertLifeCycle): string {
  const sentences = transitions.map(
    ({ from, to, outcome }) => `${from} leads to ${to}: ${outcomes[outcome]?.label}`,
  );
  return `State diagram. An alert: ${sentences.join('; ')}.`;
}
