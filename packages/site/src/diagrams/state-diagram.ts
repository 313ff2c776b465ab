import { type Graph, instance } from '@viz-js/viz';
import { html } from '../html.ts';

/** Graphviz measures text in Helvetica; every system has a font of similar width. */
const FONT = 'Helvetica, Arial, sans-serif';

let graphviz: ReturnType<typeof instance> | undefined;

/** The texts of a picture for people who do not see it. */
interface Alternative {
  readonly title: string;
  readonly description: string;
}

/** Draws a graph of states. Graphviz lays it out; a style sheet in the picture follows the theme. */
export async function stateDiagram(graph: Graph, alternative: Alternative): Promise<string> {
  graphviz ??= instance();
  const drawn = (await graphviz).renderString(graph, { format: 'svg', engine: 'dot' });
  return themed(drawn.slice(drawn.indexOf('<svg')), alternative);
}

/** Replaces the colours of Graphviz with two themes, and adds a title and a description. */
function themed(svg: string, { title: name, description }: Alternative): string {
  const title = html`<title>${name}</title>\n<desc>${description}</desc>`.text;
  return svg
    .replace(/<!--.*?-->\n?/gs, '')
    .replace(/<title>.*?<\/title>\n?/gs, '')
    .replace(/ (?:fill|stroke|font-family|stroke-dasharray)="[^"]*"/g, '')
    .replace(
      /(<svg[^>]*>)/,
      (opening) => `${opening.replace('<svg', '<svg role="img"')}\n${title}\n${styles}`,
    );
}

/** An image cannot read the theme of its page, so the picture has its own background for both. */
const styles = `<style>
text { font-family: ${FONT}; fill: #14212b }
.graph > polygon { fill: #f4f8f9 }
.node path, .node polygon, .node ellipse { fill: #ffffff; stroke: #0b6b74; stroke-width: 1.5 }
.way path { fill: none; stroke: #0b6b74; stroke-width: 2 }
.way polygon { fill: #0b6b74; stroke: #0b6b74 }
.command path { fill: none; stroke: #596b78; stroke-width: 1.5; stroke-dasharray: 5 4 }
.command polygon { fill: #596b78; stroke: #596b78 }
.edge text { fill: #465866 }
.steady path { fill: #0b6b74; stroke: #0b6b74 }
.steady text { fill: #ffffff }
.origin ellipse { fill: #14212b; stroke: #14212b }
@media (prefers-color-scheme: dark) {
text { fill: #e6eff2 }
.graph > polygon { fill: #17232b }
.node path, .node polygon, .node ellipse { fill: #20303a; stroke: #5cc8cf }
.way path { stroke: #5cc8cf }
.way polygon { fill: #5cc8cf; stroke: #5cc8cf }
.command path { stroke: #93a7b2 }
.command polygon { fill: #93a7b2; stroke: #93a7b2 }
.edge text { fill: #b3c4cd }
.steady path { fill: #5cc8cf; stroke: #5cc8cf }
.steady text { fill: #08262a }
.origin ellipse { fill: #e6eff2; stroke: #e6eff2 }
}
</style>`;
