import type { Graph } from '@viz-js/viz';
import type { LifeCycle, LifeCycles } from '../contract/life-cycles.ts';
import { type Edge, edge, ORIGIN, stateGraph } from './state-graph.ts';

/** Returns the states and transitions of a kind of pipe as a graph for Graphviz. */
export function graphOf(lifeCycles: LifeCycles, lifeCycle: LifeCycle): Graph {
  const edges = [...waysOf(lifeCycle), ...commandsOf(lifeCycles, lifeCycle)];
  return stateGraph(edges, (name) => (lifeCycles.states[name]?.steady ? 'steady' : 'transient'));
}

function waysOf({ ways }: LifeCycle): Edge[] {
  const reachable = reachableFrom('Provisioning', ways);
  return [
    edge(ORIGIN, 'Provisioning', 'way', ''),
    ...ways
      // A degraded pipe applies changes like a running one; one arrow is enough.
      .filter(
        ({ from }) => reachable.has(from) || from === 'Stopping' || from === 'Pausing' || from === 'Resync',
      )
      .map(({ from, to, cause }) =>
        cause === 'change'
          ? edge(from, to, 'command', 'update')
          : edge(from, to, 'way', cause === 'initialized' ? 'initialized before' : ''),
      ),
  ];
}

/** Returns one edge per command, from the state in which it is typically sent. */
function commandsOf({ commands }: LifeCycles, { ways, replicates = false }: LifeCycle): Edge[] {
  const reachable = reachableFrom('Provisioning', ways);
  const works = reachable.has('Running') ? 'Running' : 'Snapshot';
  const [moving, resting] = replicates ? ['Pausing', 'Paused'] : ['Stopping', 'Stopped'];
  const settled = reachable.has('Completed') ? 'Completed' : 'Running';
  const start = commands.start?.enters ?? '';
  return [
    edge(works, moving, 'command', 'stop'),
    edge(resting, start, 'command', 'start'),
    edge('Failed', start, 'command', 'start'),
    ...(replicates ? [edge(settled, 'Resync', 'command', 'resync')] : []),
  ];
}

function reachableFrom(start: string, ways: LifeCycle['ways']): Set<string> {
  const found = new Set([start]);
  // The loop also visits the states that it adds.
  for (const state of found) for (const { from, to } of ways) if (from === state) found.add(to);
  return found;
}
