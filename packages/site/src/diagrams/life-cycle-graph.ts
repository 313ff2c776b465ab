import type { Graph } from '@viz-js/viz';
import type { LifeCycle, LifeCycles } from '../contract/life-cycles.ts';

interface Edge {
  readonly tail: string;
  readonly head: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const ORIGIN = 'created';

/** Returns the states and transitions of a kind of pipe as a graph for Graphviz. */
export function graphOf(lifeCycles: LifeCycles, lifeCycle: LifeCycle): Graph {
  const edges = [...waysOf(lifeCycle), ...commandsOf(lifeCycles, lifeCycle)];
  const states = new Set(edges.flatMap(({ tail, head }) => [tail, head]).filter((name) => name !== ORIGIN));
  return {
    graphAttributes: { rankdir: 'LR', nodesep: 0.4, ranksep: 0.45, pad: 0.3, bgcolor: '#ffffff' },
    nodeAttributes: {
      shape: 'box',
      style: 'rounded',
      fontname: 'Helvetica',
      fontsize: 15,
      margin: '0.2,0.1',
    },
    edgeAttributes: { fontname: 'Helvetica', fontsize: 13, arrowsize: 0.8 },
    nodes: [
      {
        name: ORIGIN,
        attributes: { shape: 'circle', label: '', width: 0.16, fixedsize: true, class: 'origin' },
      },
      ...[...states].map((name) => ({
        name,
        attributes: { label: name, class: lifeCycles.states[name]?.steady ? 'steady' : 'transient' },
      })),
    ],
    edges,
  };
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

function edge(tail: string, head: string, kind: 'way' | 'command', label: string): Edge {
  return { tail, head, attributes: { class: kind, ...(label === '' ? {} : { label: ` ${label} ` }) } };
}
