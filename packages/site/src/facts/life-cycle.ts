import type { Contract } from '../contract/contract.ts';
import type { LifeCycle } from '../contract/life-cycles.ts';
import { codeSpan, table } from '../markdown/prose.ts';

export function lifeCycleStates({ lifeCycles }: Contract): string {
  const rows = Object.entries(lifeCycles.states).map(([state, { steady, meaning }]) => [
    codeSpan(state),
    steady ? 'steady' : 'transient',
    meaning,
  ]);
  return table(['state', 'kind', 'meaning'], rows);
}

/** The effect of each command in each state. */
export function lifeCycleCommands({ lifeCycles: { states, commands } }: Contract): string {
  const rows = Object.entries(commands).map(([name, command]) => {
    const rejected = Object.keys(states).filter(
      (state) => !command.from.includes(state) && !command.changesNothing.includes(state),
    );
    const enters =
      command.enters === 'rest' ? '`Stopping`; `Pausing` for replicating pipes' : codeSpan(command.enters);
    const elsewhere = command.otherwise === undefined ? '' : `. Other pipes: 409 \`${command.otherwise}\``;
    return [
      codeSpan(name),
      `${list(command.from)} → ${enters}`,
      list(command.changesNothing) || 'none',
      `${list(rejected)}: 409 \`${command.rejectedWith}\`${elsewhere}`,
    ];
  });
  return table(['command', 'transition', 'no effect (200) in', 'rejected (409) in'], rows);
}

/** One picture per kind of pipe, with a text alternative. */
export function lifeCycleDiagrams({ lifeCycles }: Contract): string {
  return Object.entries(lifeCycles.lifeCycles)
    .map(
      ([name, lifeCycle]) =>
        `### ${lifeCycle.title}\n\n![${inWords(lifeCycle)}](site:guides/life-cycle-${name}.svg)`,
    )
    .join('\n\n');
}

export function inWords({ title, ways }: LifeCycle): string {
  const causes = { initialized: ' if it was initialized before', change: ' after a change' };
  const sentences = ways.map(({ from, to, cause }) => `${from} leads to ${to}${cause ? causes[cause] : ''}`);
  return `State diagram. ${title}: ${sentences.join('; ')}.`;
}

function list(states: readonly string[]): string {
  return states.map(codeSpan).join(', ');
}
