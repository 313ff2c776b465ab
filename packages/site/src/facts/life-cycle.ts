import type { Contract } from '../contract/contract.ts';
import type { LifeCycle } from '../contract/life-cycles.ts';
import { codeSpan, table } from '../markdown/prose.ts';

export function lifeCycleStates({ lifeCycles }: Contract): string {
  const rows = Object.entries(lifeCycles.states).map(([state, { steady, meaning }]) => [
    codeSpan(state),
    steady ? 'steady' : 'on its way',
    meaning,
  ]);
  return table(['state', 'stays?', 'means'], rows);
}

/** What each command does in each state. */
export function lifeCycleCommands({ lifeCycles: { states, commands } }: Contract): string {
  const rows = Object.entries(commands).map(([name, command]) => {
    const refused = Object.keys(states).filter(
      (state) => !command.from.includes(state) && !command.changesNothing.includes(state),
    );
    const enters =
      command.enters === 'rest' ? '`Stopping`, or `Pausing` if it replicates' : codeSpan(command.enters);
    const elsewhere =
      command.otherwise === undefined ? '' : `. 409 \`${command.otherwise}\` if it does not replicate`;
    return [
      codeSpan(name),
      `${list(command.from)} → ${enters}`,
      list(command.changesNothing) || 'nowhere',
      `${list(refused)}: 409 \`${command.rejectedWith}\`${elsewhere}`,
    ];
  });
  return table(['command', 'leads from … to', '200, and nothing changes, in', 'is refused in'], rows);
}

/** A picture for each kind of pipe, and the same in words. */
export function lifeCycleDiagrams({ lifeCycles }: Contract): string {
  return Object.entries(lifeCycles.lifeCycles)
    .map(
      ([name, lifeCycle]) =>
        `### ${lifeCycle.title}\n\n![${inWords(lifeCycle)}](site:guides/life-cycle-${name}.svg)`,
    )
    .join('\n\n');
}

export function inWords({ title, ways }: LifeCycle): string {
  const causes = { initialized: ' if it was set up before', change: ' after a change' };
  const sentences = ways.map(({ from, to, cause }) => `${from} leads to ${to}${cause ? causes[cause] : ''}`);
  return `State diagram. ${title}: ${sentences.join('; ')}.`;
}

function list(states: readonly string[]): string {
  return states.map(codeSpan).join(', ');
}
