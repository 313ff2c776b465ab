import type { Graph } from '@viz-js/viz';
import type { AlertLifeCycle } from '../contract/alert-life-cycle.ts';
import { edge, ORIGIN, stateGraph } from './state-graph.ts';

/** Returns the states and transitions of an alert as a graph for Graphviz. Transitions that notify are solid arrows. */
export function alertGraph({ states, outcomes, transitions }: AlertLifeCycle): Graph {
  const [first = ''] = Object.keys(states);
  const edges = transitions.map(({ from, to, outcome, notifies }) =>
    edge(from, to, notifies === undefined ? 'command' : 'way', outcomes[outcome]?.label ?? ''),
  );
  return stateGraph([edge(ORIGIN, first, 'command', ''), ...edges], (state) =>
    state === 'firing' ? 'steady' : 'transient',
  );
}
