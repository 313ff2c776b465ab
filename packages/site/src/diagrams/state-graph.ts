import type { Graph } from '@viz-js/viz';

/** An arrow between two states. */
export interface Edge {
  readonly tail: string;
  readonly head: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The dot at which a resource begins. */
export const ORIGIN = 'created';

/** Returns states and transitions as a graph for Graphviz. `classOf` returns the style of a state. */
export function stateGraph(edges: readonly Edge[], classOf: (state: string) => string): Graph {
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
      ...[...states].map((name) => ({ name, attributes: { label: name, class: classOf(name) } })),
    ],
    edges: [...edges],
  };
}

/** Returns an arrow: `way` is solid, `command` is dashed. */
export function edge(tail: string, head: string, kind: 'way' | 'command', label: string): Edge {
  return { tail, head, attributes: { class: kind, ...(label === '' ? {} : { label: ` ${label} ` }) } };
}
